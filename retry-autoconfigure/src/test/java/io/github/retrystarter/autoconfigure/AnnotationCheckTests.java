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
package io.github.retrystarter.autoconfigure;

import java.net.ConnectException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.PriorityOrdered;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Component;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.aop.AnnotatedBeans;
import io.github.retrystarter.testing.CompiledClasses;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Annotations that cannot work, each in a real context. */
@ExtendWith(OutputCaptureExtension.class)
class AnnotationCheckTests {

    private static final String TOO_EARLY = "was made too early to get a proxy";

    private final ApplicationContextRunner contexts = RetryContexts.runner(new VirtualTime())
            .withPropertyValues(
                    "retry.policies.p.attempts=3", "retry.policies.p.backoff=constant", "retry.policies.p.base=10ms");

    /** The analysis that a user sees. */
    private static FailureAnalysis analysis(Throwable startupFailure) {
        FailureAnalysis analysis = new MisplacedRetryableFailureAnalyzer().analyze(startupFailure);
        assertThat(analysis).as(() -> String.valueOf(startupFailure)).isNotNull();
        return analysis;
    }

    private static FailureAnalysis analysis(AssertableApplicationContext context) {
        assertThat(context).hasFailed();
        return analysis(context.getStartupFailure());
    }

    /** How an analysis names a method. */
    private static String place(Class<?> type, String method, String bean) {
        return "Method " + type.getName() + "." + method + " of the bean \"" + bean + "\"";
    }

    interface Client {

        String fetch() throws ConnectException;
    }

    static class Sound implements Client {

        private int calls;

        @Override
        @Retryable("p")
        public String fetch() throws ConnectException {
            if (++calls < 3) {
                throw new ConnectException("refused");
            }
            return "value";
        }
    }

    @SuppressWarnings("unused")
    static class WithPrivate {

        @Retryable("p")
        private String hidden() {
            return "";
        }
    }

    static class BelowPrivate extends WithPrivate {}

    static class WithStatic {

        @Retryable("p")
        static String classwide() {
            return "";
        }
    }

    static class WithFinal {

        @Retryable("p")
        public final String fixed() {
            return "";
        }

        @Retryable("p")
        String open() {
            return "";
        }
    }

    static class FinalOverride extends Sound {

        @Override
        public final String fetch() {
            return "";
        }
    }

    static final class FinalClass {

        @Retryable("p")
        String fetch() {
            return "";
        }
    }

    static final class FinalClient implements Client {

        @Override
        @Retryable("p")
        public String fetch() {
            return "final";
        }
    }

    record RecordClient(String name) implements Client {

        @Override
        @Retryable("p")
        public String fetch() {
            return name;
        }
    }

    static class FinalMethodOfInterface implements Client {

        @Override
        @Retryable("p")
        public final String fetch() {
            return "final method";
        }
    }

    interface StaticOnInterface {

        @Retryable("p")
        static String classwide() {
            return "";
        }
    }

    static class ImplementsStatic implements StaticOnInterface {

        @Retryable("p")
        String fetch() {
            return "";
        }
    }

    @Nested
    class MethodsThatAProxyCannotReach {

        @Test
        void aPrivateMethodStopsStartUp() {
            contexts.withBean("shop", WithPrivate.class).run(context -> {
                FailureAnalysis analysis = analysis(context);
                assertThat(analysis.getDescription())
                        .isEqualTo(place(WithPrivate.class, "hidden", "shop")
                                + " is annotated with @Retryable, but is private.");
                assertThat(analysis.getAction()).contains("visible to a subclass", "policy.call");
            });
        }

        @Test
        void anInheritedPrivateMethodStopsStartUp() {
            contexts.withBean("shop", BelowPrivate.class)
                    .run(context -> assertThat(analysis(context).getDescription())
                            .contains(place(BelowPrivate.class, "hidden", "shop"), "is private"));
        }

        @Test
        void aStaticMethodStopsStartUp() {
            contexts.withBean("shop", WithStatic.class).run(context -> {
                assertThat(analysis(context).getDescription())
                        .isEqualTo(place(WithStatic.class, "classwide", "shop")
                                + " is annotated with @Retryable, but is static.");
                assertThat(analysis(context).getAction()).contains("one of the bean, not of the class");
            });
        }

        @Test
        void aStaticMethodOfAnInterfaceStopsStartUp() {
            contexts.withBean("shop", ImplementsStatic.class)
                    .run(context -> assertThat(analysis(context).getDescription())
                            .contains("classwide of the bean \"shop\"", "is static"));
        }

        @Test
        void aFinalMethodStopsStartUp() {
            contexts.withBean("shop", WithFinal.class).run(context -> {
                assertThat(analysis(context).getDescription())
                        .isEqualTo(place(WithFinal.class, "fixed", "shop")
                                + " is annotated with @Retryable, but is final.");
                assertThat(analysis(context).getAction()).contains("Remove final", "open", "kotlin-spring");
            });
        }

        @Test
        void aFinalMethodThatOverridesAnAnnotatedOneStopsStartUp() {
            contexts.withBean("shop", FinalOverride.class)
                    .run(context -> assertThat(analysis(context).getDescription())
                            .contains(place(FinalOverride.class, "fetch", "shop"), "is final"));
        }

        @Test
        void aFinalMethodIsFineBehindAProxyOfTheInterface() {
            contexts.withPropertyValues("spring.aop.proxy-target-class=false")
                    .withBean("shop", FinalMethodOfInterface.class)
                    .run(context ->
                            assertThat(context.getBean(Client.class).fetch()).isEqualTo("final method"));
        }

        static class BesideItsInterface implements Client {

            @Override
            public String fetch() {
                return "";
            }

            @Retryable("p")
            public String beside() {
                return "";
            }
        }

        interface Generic<T> {

            T get(T key);
        }

        static class Bridged implements Generic<String> {

            @Override
            @Retryable("p")
            public String get(String key) {
                return key;
            }
        }

        @Test
        void aMethodBesideTheInterfacesStopsStartUpBehindAProxyOfThem() {
            contexts.withPropertyValues("spring.aop.proxy-target-class=false")
                    .withBean("shop", BesideItsInterface.class)
                    .run(context -> {
                        FailureAnalysis analysis = analysis(context);
                        assertThat(analysis.getDescription())
                                .contains(
                                        place(BesideItsInterface.class, "beside", "shop"), "no interface declares it");
                        assertThat(analysis.getAction()).contains("spring.aop.proxy-target-class=true");
                    });
            contexts.withBean("shop", BesideItsInterface.class)
                    .run(context -> assertThat(context).hasNotFailed());
        }

        @Test
        void aMethodOfAGenericInterfaceIsInIt() {
            contexts.withPropertyValues("spring.aop.proxy-target-class=false")
                    .withBean("shop", Bridged.class)
                    .run(context -> assertThat(context).hasNotFailed());
        }

        @Test
        void allFaultsOfAllBeansAreListedAtOnce() {
            contexts.withBean("one", WithPrivate.class)
                    .withBean("two", WithFinal.class)
                    .withBean("three", FinalClass.class)
                    .run(context -> assertThat(
                                    analysis(context).getDescription().lines())
                            .hasSize(3)
                            .anyMatch(line -> line.contains("hidden of the bean \"one\""))
                            .anyMatch(line -> line.contains("fixed of the bean \"two\""))
                            .anyMatch(line -> line.contains("fetch of the bean \"three\"")));
        }
    }

    @Nested
    class FinalClasses {

        @ParameterizedTest
        @ValueSource(classes = {FinalClass.class, FinalClient.class, RecordClient.class})
        void aFinalClassThatNeedsASubclassStopsStartUp(Class<?> type) {
            contexts.withInitializer(context -> ((GenericApplicationContext) context)
                            .registerBeanDefinition("shop", new RootBeanDefinition(type)))
                    .run(context -> {
                        assertThat(analysis(context).getDescription())
                                .isEqualTo(place(type, "fetch", "shop")
                                        + " is annotated with @Retryable, but its class is final and needs a subclass as"
                                        + " its proxy.");
                        assertThat(analysis(context).getAction())
                                .contains("Remove final", "kotlin-spring", "spring.aop.proxy-target-class=false");
                    });
        }

        @Test
        void aFinalClassWithoutAnInterfaceStopsStartUpWhateverTheKindOfProxies() {
            contexts.withPropertyValues("spring.aop.proxy-target-class=false")
                    .withBean("shop", FinalClass.class)
                    .run(context -> assertThat(analysis(context).getDescription())
                            .contains(place(FinalClass.class, "fetch", "shop")));
        }

        @Test
        void aFinalClassIsFineBehindAProxyOfItsInterface() {
            contexts.withPropertyValues("spring.aop.proxy-target-class=false")
                    .withBean("shop", FinalClient.class)
                    .run(context ->
                            assertThat(context.getBean(Client.class).fetch()).isEqualTo("final"));
        }

        @Configuration(proxyBeanMethods = false)
        static class Hidden {

            @Bean
            Client shop() {
                return new FinalClient();
            }
        }

        @Test
        void aFinalClassThatIsKnownOnlyAtCreationStopsStartUpToo() {
            contexts.withUserConfiguration(Hidden.class)
                    .run(context -> assertThat(analysis(context).getDescription())
                            .contains(place(FinalClient.class, "fetch", "shop"), "its class is final"));
        }

        @Test
        void lambdasAndProxiesAreFinalButNeedNoSubclass() {
            contexts.withBean("lambda", OnInterface.class, () -> () -> "lambda")
                    .withBean(
                            "proxy",
                            OnInterface.class,
                            () -> ProxyFactory.getProxy(OnInterface.class, (org.aopalliance.intercept.MethodInterceptor)
                                    invocation -> "proxy"))
                    .run(context -> {
                        assertThat(context.getBean("lambda", OnInterface.class).fetch())
                                .isEqualTo("lambda");
                        assertThat(context.getBean("proxy", OnInterface.class).fetch())
                                .isEqualTo("proxy");
                    });
        }
    }

    interface OnInterface {

        @Retryable("p")
        String fetch();
    }

    @Retryable("p")
    static class TypeWithFinalMethod {

        String open() {
            return "";
        }

        public final String fixed() {
            return "";
        }

        static String classwide() {
            return "";
        }

        @SuppressWarnings("unused")
        private String hidden() {
            return "";
        }
    }

    @Retryable("p")
    static class TypeWithFinalMethodsOnly {

        public final String fixed() {
            return "";
        }
    }

    @Nested
    class AnnotatedTypes {

        @Test
        void aFinalMethodIsWarnedOfOnceAndPrivateAndStaticOnesAreLeftOut(CapturedOutput output) {
            contexts.withBean("shop", TypeWithFinalMethod.class).run(context -> {
                assertThat(context).hasNotFailed();
                assertThat(output.toString())
                        .containsOnlyOnce(place(TypeWithFinalMethod.class, "fixed", "shop")
                                + " is final, so that @Retryable on the type does not apply to it")
                        .doesNotContain(".hidden of the bean", ".classwide of the bean");
            });
        }

        @Test
        void aTypeWithNothingButFinalMethodsStopsStartUp() {
            contexts.withBean("shop", TypeWithFinalMethodsOnly.class)
                    .run(context -> assertThat(analysis(context).getDescription())
                            .contains(place(TypeWithFinalMethodsOnly.class, "fixed", "shop"), "every other method"));
        }
    }

    /** The annotations of other libraries, as their own lines of Boot have them. */
    private static Class<?> withOtherRetry(String annotation, String onType, String onMethod, String ours) {
        String packageName = annotation.substring(0, annotation.lastIndexOf('.'));
        CompiledClasses classes = CompiledClasses.of(
                Map.of(annotation, """
                package %s;
                import java.lang.annotation.*;
                @Retention(RetentionPolicy.RUNTIME)
                public @interface Retryable {}
                """.formatted(packageName), "shop.Twice", """
                package shop;
                %s
                public class Twice {
                    %s
                    %s
                    public String charge() { return ""; }
                    public String other() { return ""; }
                }
                """.formatted(onType, onMethod, ours)));
        return classes.get("shop.Twice");
    }

    @Nested
    class TwoRetries {

        @ParameterizedTest
        @CsvSource({
            "org.springframework.resilience.annotation.Retryable, method",
            "org.springframework.resilience.annotation.Retryable, type",
            "org.springframework.resilience.annotation.Retryable, ours on the type",
            "org.springframework.retry.annotation.Retryable, method",
            "org.springframework.retry.annotation.Retryable, type",
            "org.springframework.retry.annotation.Retryable, ours on the type"
        })
        void theAnnotationOfAnotherLibraryOnTheSameMethodStopsStartUp(String annotation, String where) {
            String theirs = "@" + annotation;
            String ours = "@io.github.retrystarter.annotation.Retryable(\"p\")";
            Class<?> type = switch (where) {
                case "method" -> withOtherRetry(annotation, "", theirs, ours);
                case "type" -> withOtherRetry(annotation, theirs, "", ours);
                default -> withOtherRetry(annotation, ours, theirs, "");
            };
            contexts.withBean("shop", type).run(context -> {
                assertThat(analysis(context).getDescription())
                        .isEqualTo("Method shop.Twice.charge of the bean \"shop\" is retried by @Retryable and by @"
                                + annotation + " at once.");
                assertThat(analysis(context).getAction()).contains("Remove one of the two");
            });
        }
    }

    static class WithFallback {

        @Retryable(value = "p", fallback = "latr")
        String fetch(String key) {
            return key;
        }

        String later(String key) {
            return key;
        }
    }

    @Nested
    class Fallbacks {

        @Test
        void aFallbackThatDoesNotFitStopsStartUp() {
            contexts.withBean("shop", WithFallback.class).run(context -> {
                assertThat(analysis(context).getDescription())
                        .isEqualTo(place(WithFallback.class, "fetch", "shop")
                                + " has the fallback \"latr\", which is no method of " + WithFallback.class.getName()
                                + "; did you mean \"later\"?");
                assertThat(analysis(context).getAction()).contains("same parameters", "return type");
            });
        }

        interface Declared {

            @Retryable(value = "p", fallback = "later")
            String fetch();
        }

        static class Fits implements Declared {

            @Override
            public String fetch() {
                return "";
            }

            @SuppressWarnings("unused")
            private String later(Exception failure) {
                return "";
            }
        }

        @Configuration(proxyBeanMethods = false)
        static class ByInterface {

            @Bean
            Declared fits() {
                return new Fits();
            }
        }

        @Configuration(proxyBeanMethods = false)
        static class LambdaByInterface {

            @Bean
            Declared lambda() {
                return () -> "";
            }
        }

        @Test
        void aFallbackThatOnlyTheClassHasIsLookedForWhenTheClassIsKnown() {
            contexts.withUserConfiguration(ByInterface.class)
                    .run(context -> assertThat(context).hasNotFailed());
            contexts.withUserConfiguration(LambdaByInterface.class)
                    .run(context -> assertThat(analysis(context).getDescription())
                            .contains("fetch of the bean \"lambda\" has the fallback \"later\""));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class KnownAtCreation {

        @Bean
        @Lazy
        Object lazyShop() {
            return new WithPrivate();
        }

        @Bean
        @Scope("prototype")
        Object prototypeShop() {
            return new WithFinal();
        }

        @Bean
        @Lazy
        Object unknownPolicy() {
            return new Unknown();
        }

        @Bean
        @Lazy
        FactoryBean<Object> product() {
            return new FactoryBean<>() {
                @Override
                public Object getObject() {
                    return new WithStatic();
                }

                @Override
                public Class<?> getObjectType() {
                    return Object.class;
                }
            };
        }
    }

    static class Unknown {

        @Retryable("unheard-of")
        String fetch() {
            return "";
        }
    }

    @Nested
    class AtCreation {

        @ParameterizedTest
        @CsvSource({"lazyShop, is private", "prototypeShop, is final", "product, is static"})
        void whatIsKnownOnlyWhenTheBeanIsMadeFailsThere(String bean, String fault) {
            contexts.withUserConfiguration(KnownAtCreation.class).run(context -> {
                assertThat(context).hasNotFailed();
                assertThatThrownBy(() -> context.getBean(bean))
                        .isInstanceOf(BeanCreationException.class)
                        .satisfies(failure -> assertThat(analysis(failure).getDescription())
                                .contains("of the bean \"" + bean + "\"", fault));
            });
        }

        @Test
        void aPolicyThatNobodyKnowsFailsThereToo() {
            contexts.withUserConfiguration(KnownAtCreation.class)
                    .run(context -> assertThatThrownBy(() -> context.getBean("unknownPolicy"))
                            .rootCause()
                            .hasMessageContaining(place(Unknown.class, "fetch", "unknownPolicy"))
                            .hasMessageContaining("\"unheard-of\", which does not exist"));
        }

        @Test
        void aSingletonWhoseClassIsKnownOnlyThenIsLookedAtForItsPolicyAtStart() {
            contexts.withBean("shop", Object.class, Unknown::new)
                    .run(context -> assertThat(context)
                            .getFailure()
                            .hasMessageContaining(place(Unknown.class, "fetch", "shop")));
        }

        @Test
        void theCheckMakesNoBean() {
            CountingFactory.made = 0;
            DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
            beans.registerBeanDefinition("counting", new RootBeanDefinition(CountingFactory.class));
            beans.registerBeanDefinition("sound", new RootBeanDefinition(Sound.class));

            assertThat(AnnotatedBeans.problems(beans)).isEmpty();
            assertThat(AnnotatedBeans.find(beans)).extracting("bean").contains("sound");
            assertThat(CountingFactory.made).isZero();
            assertThat(beans.getSingletonNames()).isEmpty();
        }
    }

    static class CountingFactory implements FactoryBean<Sound> {

        static int made;

        CountingFactory() {
            made++;
        }

        @Override
        public Sound getObject() {
            return new Sound();
        }

        @Override
        public Class<?> getObjectType() {
            return Sound.class;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    public static class Later {

        @Retryable("p")
        public java.util.concurrent.Future<String> future() {
            return CompletableFuture.completedFuture("");
        }

        @Retryable("p")
        public Callable<String> callable() {
            return () -> "";
        }

        @Retryable("p")
        public io.reactivex.rxjava3.core.Single<String> single() {
            return io.reactivex.rxjava3.core.Single.just("");
        }

        @Retryable("p")
        public CompletableFuture<String> completable() {
            return CompletableFuture.completedFuture("");
        }

        @Retryable("p")
        public String now() {
            return "";
        }
    }

    @Nested
    class ResultsThatFailLater {

        private List<String> warned(CapturedOutput output) {
            return output.toString()
                    .lines()
                    .filter(line -> line.contains("only what the method itself throws is retried"))
                    .map(line -> line.replaceAll(".*Later\\.(\\w+) of.*", "$1"))
                    .sorted()
                    .toList();
        }

        @Test
        void areWarnedOfWhereNoStyleWaitsForThem(CapturedOutput output) {
            contexts.withBean(Later.class)
                    .run(context -> assertThat(warned(output)).containsExactly("callable", "future"));
        }

        @Test
        void includeReactiveTypesWhereReactorIsMissing(CapturedOutput output) {
            contexts.withClassLoader(new FilteredClassLoader("reactor"))
                    .withBean(Later.class)
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        assertThat(warned(output)).containsExactly("callable", "future", "single");
                    });
        }
    }

    static class EagerAsync implements AsyncConfigurer {

        EagerAsync(Sound sound) {
            sound.hashCode();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class LazyAsync implements AsyncConfigurer {

        LazyAsync(@Lazy Sound sound) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Asking {

        @Bean
        static AskingProcessor asking(Sound sound) {
            return new AskingProcessor();
        }
    }

    static class AskingProcessor implements BeanPostProcessor, PriorityOrdered {

        @Override
        public int getOrder() {
            return 0;
        }
    }

    @Component
    @Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
    static class Scoped extends Sound {}

    @Nested
    class TooEarly {

        @Test
        void aBeanThatIsMadeTooEarlyToBeProxiedIsNamed(CapturedOutput output) {
            contexts.withBean("sound", Sound.class)
                    .withUserConfiguration(Asking.class)
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        assertThatThrownBy(() -> context.getBean(Sound.class).fetch())
                                .isInstanceOf(ConnectException.class);
                        assertThat(output.toString())
                                .containsOnlyOnce("The bean \"sound\" (" + Sound.class.getName() + ") " + TOO_EARLY
                                        + ": @Retryable on its method fetch does nothing")
                                .contains("@Lazy", "ObjectProvider", "static");
                        assertThat(output.toString()
                                        .lines()
                                        .filter(line -> line.contains("is not eligible for getting processed")))
                                .singleElement()
                                .asString()
                                .contains("Bean 'sound'");
                    });
        }

        @ParameterizedTest
        @ValueSource(classes = {EagerAsync.class, LazyAsync.class})
        void aBeanOfAnAsyncConfigurerIsProxiedOrNamed(Class<?> configurer, CapturedOutput output) {
            contexts.withBean("sound", Sound.class)
                    .withUserConfiguration(configurer)
                    .run(context -> {
                        boolean proxied = AopUtils.isAopProxy(context.getBean(Sound.class));
                        assertThat(output.toString()
                                        .contains("The bean \"sound\" (" + Sound.class.getName() + ") " + TOO_EARLY))
                                .isNotEqualTo(proxied);
                        assertThat(output.toString()
                                        .lines()
                                        .filter(line -> line.contains("is not eligible for getting processed")))
                                .noneMatch(
                                        line -> line.contains("Bean 'retry") || line.contains("autoconfigure.Retry"));
                    });
        }

        @Test
        void aLazyArgumentKeepsTheProxy(CapturedOutput output) {
            contexts.withBean("sound", Sound.class)
                    .withUserConfiguration(LazyAsync.class)
                    .run(context -> {
                        assertThat(context.getBean(Sound.class).fetch()).isEqualTo("value");
                        assertThat(output).doesNotContain(TOO_EARLY, "is not eligible for getting processed");
                    });
        }

        @Test
        void nothingElseIsTakenForSuchABean(CapturedOutput output) {
            contexts.withBean("plain", Sound.class)
                    .withBean("lambda", OnInterface.class, () -> () -> "lambda")
                    .withBean(CountingFactory.class)
                    .withBean("onItsOwn", Client.class, () -> proxied(new Sound()))
                    .withBean("scoped", Scoped.class)
                    .withInitializer(context -> {
                        context.getBeanFactory().registerSingleton("handedIn", new Sound());
                        RootBeanDefinition factory = new RootBeanDefinition(ProxyFactoryBean.class);
                        factory.getPropertyValues().add("targetName", "plain");
                        ((GenericApplicationContext) context).registerBeanDefinition("around", factory);
                    })
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        new ApplicationContextRunner()
                                .withParent(context)
                                .withPropertyValues("retry.policies.p.attempts=3")
                                .withConfiguration(org.springframework.boot.autoconfigure.AutoConfigurations.of(
                                        RetryAopAutoConfiguration.class, RetryAutoConfiguration.class))
                                .run(child -> assertThat(child).hasNotFailed());
                        assertThat(output).doesNotContain(TOO_EARLY);
                    });
        }
    }

    private static Client proxied(Client target) {
        ProxyFactory factory = new ProxyFactory(target);
        factory.addAdvice(
                (org.aopalliance.intercept.MethodInterceptor) org.aopalliance.intercept.MethodInvocation::proceed);
        return (Client) factory.getProxy();
    }

    @Test
    void theAnnotationOnTheClassBehindAProxyOfTheApplicationCounts() {
        contexts.withBean("shop", Client.class, () -> proxied(new Sound()))
                .run(context ->
                        assertThat(context.getBean(Client.class).fetch()).isEqualTo("value"));
    }
}
