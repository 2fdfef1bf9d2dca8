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
package io.github.retrystarter.recipes;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.GiveUpMarker;
import io.github.retrystarter.execution.RetryEvent;
import io.github.retrystarter.execution.RetryEventListener;
import io.github.retrystarter.recipes.ScriptedServer.Answer;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import reactor.core.publisher.Mono;

/** Faults of kind K4 that were reported against other libraries: classification. */
@ExtendWith(OutputCaptureExtension.class)
class ClassificationRecipeTests {

    private final VirtualTime time = new VirtualTime();

    private int callsOf(String keys, Throwable failure) {
        AtomicInteger calls = new AtomicInteger();
        Recipe.policy(time, keys).run(context -> {
            Subject subject = context.getBean(Subject.class);
            assertThatThrownBy(() -> subject.call(() -> {
                        calls.incrementAndGet();
                        throw failure;
                    }))
                    .isSameAs(failure);
        });
        return calls.get();
    }

    static Stream<Function<Throwable, Throwable>> wrappings() {
        return Stream.of(
                failure -> failure,
                CompletionException::new,
                ExecutionException::new,
                InvocationTargetException::new,
                UndeclaredThrowableException::new,
                failure -> new ExecutionException(new CompletionException(failure)),
                failure -> new CompletionException(new UndeclaredThrowableException(
                        new InvocationTargetException(new ExecutionException(failure)))),
                failure -> new RuntimeException("of the domain", new CompletionException(failure)));
    }

    // B50
    @ParameterizedTest
    @MethodSource("wrappings")
    void wrappersArePeeledHoweverDeepTheyAre(Function<Throwable, Throwable> wrapping) {
        assertThat(callsOf("", wrapping.apply(new IOException("cut")))).isEqualTo(3);
        assertThat(callsOf("never-on.exceptions: java.io.IOException", wrapping.apply(new IOException("cut"))))
                .isOne();
        assertThat(callsOf("retry-on.exceptions: " + Business.class.getName(), wrapping.apply(new Business())))
                .isEqualTo(3);
        assertThat(callsOf("", wrapping.apply(new NullPointerException()))).isOne();
    }

    // B50
    @Test
    void aWrapperWithoutACauseIsClassifiedItself() {
        assertThat(callsOf("", new CompletionException("bare", null))).isOne();
        assertThat(callsOf(
                        "retry-on.exceptions: java.util.concurrent.CompletionException",
                        new CompletionException("bare", null)))
                .isEqualTo(3);
    }

    private int callsAt(Function<URI, String> client, URI uri) {
        AtomicInteger calls = new AtomicInteger();
        AtomicReference<Throwable> last = new AtomicReference<>();
        Recipe.policy(time, "").run(context -> {
            Subject subject = context.getBean(Subject.class);
            Throwable thrown = catchThrowable(() -> subject.call(() -> {
                calls.incrementAndGet();
                try {
                    return client.apply(uri);
                } catch (RuntimeException ex) {
                    last.set(ex);
                    throw ex;
                }
            }));
            assertThat(thrown).isNotNull().isSameAs(last.get());
        });
        return calls.get();
    }

    // B52
    @ParameterizedTest
    @EnumSource
    void networkTroubleInTheExceptionsOfSpringsClientsIsRetriedByTheShippedDefault(SpringClient client) {
        assertThat(callsAt(client::get, ScriptedServer.closedPort()))
                .as("closed port")
                .isEqualTo(3);
        try (ScriptedServer server = ScriptedServer.resetting()) {
            assertThat(callsAt(client::get, server.uri())).as("reset").isEqualTo(3);
        }
        try (ScriptedServer server = ScriptedServer.silent()) {
            assertThat(callsAt(client.impatient(Duration.ofMillis(50)), server.uri()))
                    .as("read time-out")
                    .isEqualTo(3);
        }
    }

    static Stream<Throwable> timeOuts() {
        return Stream.of(
                new SocketTimeoutException("Read timed out"),
                new SocketTimeoutException("Connect timed out"),
                new HttpTimeoutException("request timed out"),
                new InterruptedIOException("timeout"),
                catchThrowable(() -> Mono.never().block(Duration.ofMillis(1))));
    }

    // B53
    @ParameterizedTest
    @MethodSource("timeOuts")
    void aTimeOutIsNoInterruption(Throwable timeOut) {
        assertThat(callsOf("", timeOut)).isEqualTo(3);
    }

    static Stream<Throwable> interruptions() {
        return Stream.of(
                new ClosedByInterruptException(),
                new InterruptedIOException(),
                new InterruptedIOException("timeout"),
                new SocketTimeoutException("Read timed out"),
                new IllegalStateException("while reading", new ClosedByInterruptException()));
    }

    // B53
    @ParameterizedTest
    @MethodSource("interruptions")
    void anInterruptionEndsTheCallWithTheFlagSet(Throwable failure) {
        AtomicInteger calls = new AtomicInteger();
        Recipe.policy(time, "retry-on.exceptions: java.io.IOException").run(context -> {
            Subject subject = context.getBean(Subject.class);
            Throwable thrown;
            boolean flagged;
            try {
                thrown = catchThrowable(() -> subject.call(() -> {
                    calls.incrementAndGet();
                    Thread.currentThread().interrupt();
                    throw failure;
                }));
            } finally {
                flagged = Thread.interrupted();
            }
            assertThat(thrown).isSameAs(failure);
            assertThat(flagged).isTrue();
            assertThat(calls).hasValue(1);
            assertThat(time.sleeper().waits()).isEmpty();
            assertThat(Recipe.p(context).counts().giveUps(GiveUpReason.INTERRUPTED))
                    .isOne();
        });
    }

    static class Failing extends RuntimeException {}

    static class ApiDown extends Failing {}

    static final class ApiDownForGood extends ApiDown {}

    static class Business extends RuntimeException {}

    // B55
    @ParameterizedTest
    @CsvSource({
        "ApiDown, java.lang.RuntimeException, ApiDown, 3",
        "ApiDown, java.lang.RuntimeException, ApiDownForGood, 3",
        "ApiDown, java.lang.RuntimeException, Failing, 1",
        "ApiDown, java.lang.RuntimeException, Business, 1",
        "Failing, ApiDown, Failing, 3",
        "Failing, ApiDown, ApiDown, 1",
        "Failing, ApiDown, ApiDownForGood, 1",
        "ApiDown, ApiDown, ApiDown, 1",
        "java.lang.Exception, java.lang.RuntimeException, Business, 1"
    })
    void theMostSpecificListedClassDecidesAndATieGoesToNever(String retry, String never, String thrown, int calls)
            throws ReflectiveOperationException {
        Throwable failure = (Throwable)
                Class.forName(named(thrown)).getDeclaredConstructor().newInstance();

        assertThat(callsOf(
                        "retry-on.exceptions: \"" + named(retry) + "\", never-on.exceptions: \"" + named(never) + "\"",
                        failure))
                .isEqualTo(calls);
    }

    private static String named(String type) {
        return type.contains(".") ? type : ClassificationRecipeTests.class.getName() + "$" + type;
    }

    static final class AppChecked extends Exception {}

    interface Api {

        void declares() throws AppChecked;

        void declaresNothing();
    }

    static class Sneaky implements Api {

        final AtomicInteger calls = new AtomicInteger();
        final Throwable failure;

        Sneaky(Throwable failure) {
            this.failure = failure;
        }

        @Override
        @Retryable("p")
        public void declares() throws AppChecked {
            calls.incrementAndGet();
            throw Sneaky.<RuntimeException>sneak(failure);
        }

        @Override
        @Retryable("p")
        public void declaresNothing() {
            calls.incrementAndGet();
            throw Sneaky.<RuntimeException>sneak(failure);
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        private static <X extends Throwable> X sneak(Throwable failure) throws X {
            throw (X) failure;
        }
    }

    // B56
    @ParameterizedTest
    @CsvSource({"true, 1", "true, 3", "false, 1", "false, 3"})
    void aCheckedExceptionThatIsNotRetriedComesBackAsItWasThrown(boolean classProxy, int attempts) {
        AppChecked checked = new AppChecked();
        Sneaky target = new Sneaky(checked);
        Recipe.policy(time, "attempts: " + attempts + ", never-on.exceptions: \"" + AppChecked.class.getName() + "\"")
                .withPropertyValues("spring.aop.proxy-target-class=" + classProxy)
                .withBean(Sneaky.class, () -> target)
                .run(context -> {
                    Api api = context.getBean(Api.class);
                    assertThat(AopUtils.isJdkDynamicProxy(api)).isNotEqualTo(classProxy);

                    assertThatThrownBy(api::declares).isSameAs(checked).hasNoSuppressedExceptions();
                    assertThat(target.calls).hasValue(1);
                });
    }

    // B56
    @ParameterizedTest
    @CsvSource({"true, 1", "true, 3", "false, 1", "false, 3"})
    void anUndeclaredCheckedExceptionIsRetriedByWhatItIsAndComesOutInTheProxysWrapper(
            boolean classProxy, int attempts) {
        ConnectException undeclared = new ConnectException("refused");
        Sneaky target = new Sneaky(undeclared);
        Recipe.policy(time, "attempts: " + attempts)
                .withPropertyValues("spring.aop.proxy-target-class=" + classProxy)
                .withBean(Sneaky.class, () -> target)
                .run(context -> {
                    assertThatThrownBy(context.getBean(Api.class)::declaresNothing)
                            .isExactlyInstanceOf(UndeclaredThrowableException.class)
                            .cause()
                            .isSameAs(undeclared);
                    assertThat(target.calls).hasValue(attempts);
                });
    }

    // B61
    @Test
    void listenersAndMetersTellWhatIsNotRetryableFromWhatRanOutOfAttempts() {
        List<RetryEvent> events = new CopyOnWriteArrayList<>();
        Recipe.policy(time, "never-on.exceptions: \"" + Business.class.getName() + "\"")
                .withBean(RetryEventListener.class, () -> events::add)
                .run(context -> {
                    Subject subject = context.getBean(Subject.class);
                    Steps business = new Steps(new Business());
                    assertThatThrownBy(() -> subject.call(business)).isInstanceOf(Business.class);
                    assertThat(business.calls()).isOne();
                    assertThat(events).extracting(RetryEvent::reason).containsExactly(GiveUpReason.NOT_RETRYABLE);
                    assertThat(Recipe.counted(context, "retry.giveups", "reason", "attempts-exhausted"))
                            .isZero();
                    events.clear();

                    Steps down = new Steps(new ConnectException("refused"));
                    assertThatThrownBy(() -> subject.call(down)).isInstanceOf(ConnectException.class);
                    assertThat(events)
                            .extracting(RetryEvent::reason)
                            .containsExactly(null, null, GiveUpReason.ATTEMPTS_EXHAUSTED);
                    assertThat(Recipe.counted(context, "retry.giveups", "reason", "not-retryable"))
                            .isOne();
                    assertThat(Recipe.counted(context, "retry.giveups", "reason", "attempts-exhausted"))
                            .isOne();
                });
    }

    // B58
    @Test
    void theLastFailureComesOutOfTheProxyItselfWithTheEarlierOnesBesideIt() {
        ConnectException a = new ConnectException("a");
        SocketTimeoutException b = new SocketTimeoutException("b");
        IOException c = new IOException("c");
        Recipe.policy(time, "").run(context -> {
            Subject subject = context.getBean(Subject.class);
            assertThatThrownBy(() -> subject.call(new Steps(a, b, c))).isSameAs(c);
            assertThat(c.getSuppressed()).hasSize(1);
            assertThat(GiveUpMarker.of(c, "p"))
                    .hasValueSatisfying(marker ->
                            assertThat(marker.content().earlierFailures()).containsExactly(a, b));
        });
    }

    private static ResponseEntity<String> exchange(ScriptedServer server) {
        return RestClient.builder()
                .requestFactory(new JdkClientHttpRequestFactory())
                .build()
                .get()
                .uri(server.uri())
                .retrieve()
                .onStatus(HttpStatusCode::isError, (request, response) -> {})
                .toEntity(String.class);
    }

    // B62
    @Test
    void anErrorStatusInAReturnedObjectIsAFailureToo() {
        try (ScriptedServer server = ScriptedServer.answering(Answer.of(503), Answer.of(503), Answer.ok())) {
            Recipe.policy(time, "").run(context -> {
                Object result = context.getBean(Subject.class).call(() -> exchange(server));

                assertThat(server.requests()).isEqualTo(3);
                assertThat(((ResponseEntity<?>) result).getStatusCode().value()).isEqualTo(200);
                assertThat(((ResponseEntity<?>) result).getBody()).isEqualTo("fine");
                assertThat(Recipe.counted(context, "retry.calls", "outcome", "recovered"))
                        .isOne();
            });
        }
    }

    // B62
    @Test
    void theLastErrorIsReturnedAndNoExceptionIsInvented() {
        try (ScriptedServer server = ScriptedServer.answering(
                Answer.of(503), Answer.of(502), Answer.of(504).withBody("the last"))) {
            Recipe.policy(time, "").run(context -> {
                Object result = context.getBean(Subject.class).call(() -> exchange(server));

                assertThat(server.requests()).isEqualTo(3);
                assertThat(((ResponseEntity<?>) result).getStatusCode().value()).isEqualTo(504);
                assertThat(((ResponseEntity<?>) result).getBody()).isEqualTo("the last");
                assertThat(Recipe.counted(context, "retry.giveups", "reason", "attempts-exhausted"))
                        .isOne();
            });
        }
    }

    // B62
    @Test
    void theLogTellsThatTheLastFailureWasAReturnedValue(CapturedOutput output) {
        Recipe.policy(time, "")
                .run(context -> context.getBean(Subject.class)
                        .call(new Steps(ResponseEntity.status(503).build())));

        assertThat(output)
                .contains("gave up after 3 attempts and 20 ms of waits (attempts-exhausted)")
                .contains("last failure a returned value");
    }
}
