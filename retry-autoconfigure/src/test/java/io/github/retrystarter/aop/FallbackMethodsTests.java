/*
 * Copyright 2026 the Retry Starter authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.retrystarter.aop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.annotation.AliasFor;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.testing.CompiledClasses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FallbackMethodsTests {

    private static Method method(Class<?> type, String name) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getName().equals(name)
                        && !method.isSynthetic()
                        && (method.isAnnotationPresent(Retryable.class) || method.getAnnotations().length > 0))
                .findFirst()
                .orElseThrow();
    }

    private static FallbackMethod fallback(Class<?> type, String name) {
        return FallbackMethods.of(method(type, name), type).orElseThrow();
    }

    static class Shop {

        @Retryable(value = "p", fallback = "later")
        String charge(String order) {
            return "charged " + order;
        }

        private String later(String order) {
            return "later " + order;
        }

        String later(String order, IOException failure) {
            return "later for input or output " + order + failure.getMessage();
        }

        String later(String order, ConnectException failure) {
            return "later for connection " + order + failure.getMessage();
        }

        @Retryable(value = "p", fallback = "laterForIo")
        String chargeForIo(String order) {
            return order;
        }

        String laterForIo(String order, IOException failure) {
            return order + failure.getMessage();
        }

        @Retryable("p")
        String without() {
            return "";
        }

        @Retryable(value = "p", fallback = "throwing")
        String rethrows() {
            return "";
        }

        String throwing(Throwable failure) throws Throwable {
            throw failure;
        }

        @Retryable(value = "p", fallback = "classwide")
        static String ofClass(int number) {
            return "";
        }

        private static String classwide(int number) {
            return "number " + number;
        }
    }

    @Nested
    class Choice {

        @Test
        void anAnnotationWithoutAFallbackHasNone() {
            assertThat(FallbackMethods.of(method(Shop.class, "without"), Shop.class))
                    .isEmpty();
        }

        @Test
        void theVariantWithTheMostSpecificFailureAnswers() throws Throwable {
            FallbackMethod fallback = fallback(Shop.class, "charge");
            Object[] arguments = {"A"};

            assertThat(fallback.invoke(new Shop(), arguments, new ConnectException("!")))
                    .isEqualTo("later for connection A!");
            assertThat(fallback.invoke(new Shop(), arguments, new IOException("?")))
                    .isEqualTo("later for input or output A?");
            assertThat(arguments).containsExactly("A");
        }

        @Test
        void theVariantWithoutAFailureAnswersForResultsAndForAllOtherFailures() throws Throwable {
            FallbackMethod fallback = fallback(Shop.class, "charge");

            assertThat(fallback.accepts(null)).isTrue();
            assertThat(fallback.accepts(new IllegalStateException())).isTrue();
            assertThat(fallback.invoke(new Shop(), new Object[] {"A"}, null)).isEqualTo("later A");
            assertThat(fallback.invoke(new Shop(), new Object[] {"A"}, new IllegalStateException()))
                    .isEqualTo("later A");
        }

        @Test
        void whatNoVariantTakesIsNotAccepted() {
            FallbackMethod fallback = fallback(Shop.class, "chargeForIo");

            assertThat(fallback.accepts(new ConnectException())).isTrue();
            assertThat(fallback.accepts(new IllegalStateException())).isFalse();
            assertThat(fallback.accepts(null)).isFalse();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> fallback.invoke(new Shop(), new Object[] {"A"}, new IllegalStateException()));
        }

        @Test
        void whatAFallbackThrowsIsThrownAsItIs() {
            IOException failure = new IOException();

            assertThatThrownBy(() -> fallback(Shop.class, "rethrows").invoke(new Shop(), new Object[0], failure))
                    .isSameAs(failure);
        }

        @Test
        void aStaticMethodMayAnswer() throws Throwable {
            assertThat(fallback(Shop.class, "ofClass").invoke(new Shop(), new Object[] {7}, null))
                    .isEqualTo("number 7");
        }
    }

    interface Client {

        @Retryable(value = "p", fallback = "cached")
        String fetch(String key);

        default String cached(String key, Throwable failure) {
            return "cached " + key;
        }
    }

    interface SpecialClient extends Client {}

    static class FileClient implements Client {

        @Override
        public String fetch(String key) {
            return key;
        }
    }

    static class OwnAnswer extends FileClient {

        @Override
        public String cached(String key, Throwable failure) {
            return "own " + key;
        }
    }

    abstract static class Handler<T, R> {

        @Retryable(value = "p", fallback = "dead")
        abstract R handle(T message, List<T> others);

        R dead(T message, List<T> others, Exception failure) {
            throw new UncheckedIOException(new IOException(failure));
        }
    }

    static class TextHandler extends Handler<String, Integer> {

        @Override
        Integer handle(String message, List<String> others) {
            return 1;
        }

        private Integer dead(String message, List<String> others) {
            return message.length();
        }
    }

    @Nested
    class Places {

        @Test
        void aDefaultMethodAnswersForAClientWithoutATarget() throws Throwable {
            SpecialClient client = (SpecialClient) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {SpecialClient.class},
                    (proxy, method, arguments) ->
                            java.lang.reflect.InvocationHandler.invokeDefault(proxy, method, arguments));
            for (Class<?> targetClass : Arrays.<@Nullable Class<?>>asList(null, client.getClass())) {
                FallbackMethod fallback = FallbackMethods.of(method(Client.class, "fetch"), targetClass)
                        .orElseThrow();

                assertThat(fallback.invoke(client, new Object[] {"k"}, new IOException()))
                        .isEqualTo("cached k");
            }
        }

        @Test
        void aDefaultMethodAnswersForAClassAndMayBeOverridden() throws Throwable {
            Method fetch = method(Client.class, "fetch");

            assertThat(FallbackMethods.of(fetch, FileClient.class)
                            .orElseThrow()
                            .invoke(new FileClient(), new Object[] {"k"}, new IOException()))
                    .isEqualTo("cached k");
            assertThat(FallbackMethods.of(fetch, OwnAnswer.class)
                            .orElseThrow()
                            .invoke(new OwnAnswer(), new Object[] {"k"}, new IOException()))
                    .isEqualTo("own k");
        }

        @Test
        void typeVariablesStandForWhatTheyAreInTheBean() throws Throwable {
            FallbackMethod fallback = FallbackMethods.of(method(Handler.class, "handle"), TextHandler.class)
                    .orElseThrow();
            Object[] arguments = {"four", List.of()};

            assertThat(fallback.invoke(new TextHandler(), arguments, null)).isEqualTo(4);
            assertThat(fallback.invoke(new TextHandler(), arguments, new Error()))
                    .isEqualTo(4);
            assertThatThrownBy(() -> fallback.invoke(new TextHandler(), arguments, new IOException()))
                    .isInstanceOf(UncheckedIOException.class);
        }

        @Test
        void anInheritedPrivateMethodAnswers() throws Throwable {
            class SubShop extends Shop {}

            assertThat(FallbackMethods.of(method(Shop.class, "charge"), SubShop.class)
                            .orElseThrow()
                            .invoke(new SubShop(), new Object[] {"A"}, null))
                    .isEqualTo("later A");
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Retryable("")
    @interface Payment {

        @AliasFor(annotation = Retryable.class, attribute = "value")
        String policy() default "payments";

        @AliasFor(annotation = Retryable.class, attribute = "fallback")
        String otherwise() default "otherwise";
    }

    static class Aliased {

        @Payment
        int pay() {
            return 1;
        }

        Integer otherwise() {
            return 2;
        }
    }

    @Retryable(value = "p", fallback = "other")
    static class OnType {

        int one(int a) {
            return a;
        }

        int other(int a) {
            return -a;
        }

        @Retryable("p")
        int own(int a) {
            return a;
        }
    }

    @Test
    void anAliasNamesTheFallback() throws Throwable {
        assertThat(fallback(Aliased.class, "pay").invoke(new Aliased(), new Object[0], null))
                .isEqualTo(2);
    }

    @Test
    void aFallbackOnTheTypeHoldsForItsMethodsButForItselfAndForThoseWithAnAnnotationOfTheirOwn() throws Throwable {
        assertThat(FallbackMethods.of(OnType.class.getDeclaredMethod("one", int.class), OnType.class)
                        .orElseThrow()
                        .invoke(new OnType(), new Object[] {3}, null))
                .isEqualTo(-3);
        assertThat(FallbackMethods.of(OnType.class.getDeclaredMethod("other", int.class), OnType.class))
                .isEmpty();
        assertThat(FallbackMethods.of(method(OnType.class, "own"), OnType.class))
                .isEmpty();
    }

    @SuppressWarnings("unused")
    static class Results {

        @Retryable(value = "p", fallback = "nothing")
        void nothingFromNothing() {}

        void nothing() {}

        @Retryable(value = "p", fallback = "nothing")
        Object somethingFromNothing() {
            return "";
        }

        @Retryable(value = "p", fallback = "integer")
        void nothingFromSomething() {}

        Integer integer() {
            return 1;
        }

        @Retryable(value = "p", fallback = "integer")
        int boxed() {
            return 1;
        }

        @Retryable(value = "p", fallback = "integer")
        long wider() {
            return 1;
        }

        @Retryable(value = "p", fallback = "integer")
        Number narrower() {
            return 1;
        }

        @Retryable(value = "p", fallback = "future")
        CompletableFuture<String> sameFuture() {
            return new CompletableFuture<>();
        }

        @Retryable(value = "p", fallback = "future")
        CompletableFuture<Integer> otherFuture() {
            return new CompletableFuture<>();
        }

        @Retryable(value = "p", fallback = "future")
        CompletableFuture<?> anyFuture() {
            return new CompletableFuture<>();
        }

        @SuppressWarnings("rawtypes")
        @Retryable(value = "p", fallback = "future")
        CompletableFuture rawFuture() {
            return new CompletableFuture<>();
        }

        CompletableFuture<String> future() {
            return new CompletableFuture<>();
        }

        @Retryable(value = "p", fallback = "text")
        CompletableFuture<String> plainForFuture() {
            return new CompletableFuture<>();
        }

        String text() {
            return "";
        }

        @Retryable(value = "p", fallback = "convertElsewhere")
        <T> T convert(Class<T> type, T value) {
            return value;
        }

        <S> S convertElsewhere(Class<S> type, S value) {
            return value;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "nothingFromNothing, true",
        "somethingFromNothing, false",
        "nothingFromSomething, false",
        "boxed, true",
        "wider, false",
        "narrower, true",
        "sameFuture, true",
        "otherFuture, false",
        "anyFuture, true",
        "rawFuture, true",
        "plainForFuture, false",
        "convert, true"
    })
    void theReturnTypeHasToFit(String name, boolean fits) {
        Method method = method(Results.class, name);
        if (fits) {
            assertThat(FallbackMethods.of(method, Results.class)).isPresent();
        } else {
            assertThatThrownBy(() -> FallbackMethods.of(method, Results.class))
                    .isInstanceOf(UnfitFallbackException.class)
                    .hasMessageContaining("whose return type does not fit");
        }
    }

    @SuppressWarnings("unused")
    static class Unfit {

        @Retryable(value = "p", fallback = "chargeLatr")
        String misspelt(String order) {
            return "";
        }

        String chargeLater(String order, Throwable failure) {
            return "";
        }

        @Retryable(value = "p", fallback = "chargeLater")
        String otherParameters(int order) {
            return "";
        }

        @Retryable(value = "p", fallback = "chargeLater")
        List<String> otherResult(String order) {
            return List.of();
        }

        @Retryable(value = "p", fallback = "itself")
        String itself(String order) {
            return "";
        }

        @Retryable(value = "p", fallback = "overloaded")
        String overloaded(String order) {
            return "answer";
        }

        String overloaded(String order, Exception failure) {
            return "fallback";
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "misspelt | has the fallback \"chargeLatr\", which is no method of"
                        + " io.github.retrystarter.aop.FallbackMethodsTests$Unfit; did you mean \"chargeLater\"?",
                "otherParameters | has the fallback \"chargeLater\", whose parameters do not fit:"
                        + " chargeLater(java.lang.String, java.lang.Throwable), needed is chargeLater(int) or"
                        + " chargeLater(int, java.lang.Throwable)",
                "otherResult | has the fallback \"chargeLater\", whose return type does not fit:"
                        + " chargeLater(java.lang.String, java.lang.Throwable) returns java.lang.String, needed is"
                        + " java.util.List<java.lang.String>",
                "itself | has the fallback \"itself\", which is the method itself"
            })
    void aFallbackThatDoesNotFitIsDescribed(String name, String message) {
        assertThatThrownBy(() -> FallbackMethods.of(method(Unfit.class, name), Unfit.class))
                .isInstanceOf(UnfitFallbackException.class)
                .hasMessage(message);
    }

    @Test
    void anOverloadOfTheMethodMayAnswerForItButNeverTheMethodForItself() throws Throwable {
        FallbackMethod fallback = fallback(Unfit.class, "overloaded");

        assertThat(fallback.accepts(null)).isFalse();
        assertThat(fallback.invoke(new Unfit(), new Object[] {"A"}, new IOException()))
                .isEqualTo("fallback");
    }

    @Test
    void theFailureComesBeforeTheContinuationOfASuspendingFunction() throws Throwable {
        CompiledClasses classes = CompiledClasses.of(Map.of(
                "kotlin.coroutines.Continuation",
                "package kotlin.coroutines; public interface Continuation<T> {}",
                "shop.Suspending",
                """
                package shop;
                import io.github.retrystarter.annotation.Retryable;
                import kotlin.coroutines.Continuation;
                public class Suspending {
                    @Retryable(value = "p", fallback = "later")
                    public Object charge(String order, Continuation<? super String> to) { return ""; }
                    Object later(String order, Exception failure, Continuation<? super String> to) {
                        return order + failure.getMessage() + (to == null);
                    }
                    Object later(String order, Continuation<? super String> to) { return order; }
                    @Retryable(value = "p", fallback = "number")
                    public Object count(Continuation<? super String> to) { return ""; }
                    Object number(Continuation<? super Integer> to) { return 1; }
                    @Retryable(value = "p", fallback = "last")
                    public Object turn(Continuation<? super String> to) { return ""; }
                    Object last(Continuation<? super String> to, Exception failure) { return ""; }
                }
                """));
        Class<?> type = classes.get("shop.Suspending");

        FallbackMethod fallback = fallback(type, "charge");
        assertThat(fallback.accepts(new IOException("!"))).isTrue();
        assertThat(fallback.accepts(null)).isTrue();
        assertThatThrownBy(() -> fallback(type, "count"))
                .hasMessageContaining("returns java.lang.Integer, needed is java.lang.String");
        assertThatThrownBy(() -> fallback(type, "turn")).hasMessageContaining("whose parameters do not fit");
    }
}
