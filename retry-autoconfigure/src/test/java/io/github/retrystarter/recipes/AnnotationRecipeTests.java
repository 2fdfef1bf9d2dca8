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

import java.lang.reflect.Method;
import java.net.ConnectException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.EventListener;
import org.springframework.core.PriorityOrdered;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.repository.config.AbstractJdbcConfiguration;
import org.springframework.data.jdbc.repository.config.EnableJdbcRepositories;
import org.springframework.data.jdbc.repository.query.Query;
import org.springframework.data.repository.ListCrudRepository;
import org.springframework.data.repository.query.Param;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.aop.AnnotatedBeans;
import io.github.retrystarter.aop.AnnotatedMethod;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.recipes.ScriptedServer.Answer;
import io.github.retrystarter.testing.JavaProcess;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;

/** The recipes of kind K1: annotations that others did not apply. */
@ExtendWith(OutputCaptureExtension.class)
class AnnotationRecipeTests {

    private final VirtualTime time = new VirtualTime();
    private final ApplicationContextRunner contexts = Recipe.policy(time, "attempts: 3");

    /** Fails twice, then answers, and so on. */
    private static String failTwice(AtomicInteger calls) throws ConnectException {
        if (calls.incrementAndGet() % 3 != 0) {
            throw new ConnectException("refused");
        }
        return "value";
    }

    static class SelfCalling {

        private final AtomicInteger calls = new AtomicInteger();
        private final SelfCalling self;
        private final RetryPolicy policy;

        SelfCalling(@Lazy SelfCalling self, RetryPolicy policy) {
            this.self = self;
            this.policy = policy;
        }

        String outer() throws ConnectException {
            return this.inner();
        }

        String outerBySelf() throws ConnectException {
            return self.inner();
        }

        String outerByPolicy() throws ConnectException {
            return policy.call(attempt -> this.inner());
        }

        @Retryable("p")
        String inner() throws ConnectException {
            return failTwice(calls);
        }

        int calls() {
            return calls.getAndSet(0);
        }
    }

    @Test
    @DisplayName("B01: a call of the bean's own method is not retried, and there are two ways to have it retried")
    void selfInvocation() {
        contexts.withBean("shop", SelfCalling.class).run(context -> {
            SelfCalling shop = context.getBean(SelfCalling.class);

            assertThatThrownBy(shop::outer).isInstanceOf(ConnectException.class);
            assertThat(shop.calls()).isOne();
            assertThat(Recipe.counted(context, "retry.attempts", "outcome", "failure"))
                    .isZero();

            assertThat(shop.outerBySelf()).isEqualTo("value");
            assertThat(shop.calls()).isEqualTo(3);
            assertThat(shop.outerByPolicy()).isEqualTo("value");
            assertThat(shop.calls()).isEqualTo(3);
            assertThat(AnnotatedBeans.find(context.getBeanFactory()).stream()
                            .filter(annotated -> annotated.bean().equals("shop"))
                            .map(AnnotatedMethod::method))
                    .singleElement()
                    .hasFieldOrPropertyWithValue("name", "inner");
        });
    }

    static class WithFinal {

        @Retryable("p")
        public final String fixed() {
            return "";
        }

        @Retryable("p")
        public String open() {
            return "";
        }
    }

    @Test
    @DisplayName("B02: a final method stops start-up; class, method and remedy are named")
    void finalMethod() {
        contexts.withBean("shop", WithFinal.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessage("Method " + WithFinal.class.getName()
                                + ".fixed of the bean \"shop\" is annotated with @Retryable, but is final."));
    }

    interface Plain {

        String m() throws ConnectException;
    }

    static class PlainBean implements Plain {

        private final AtomicInteger calls = new AtomicInteger();

        @Override
        @Retryable("p")
        public String m() throws ConnectException {
            return failTwice(calls);
        }
    }

    static class TransactionalBean extends PlainBean {

        @Override
        @Retryable("p")
        @Transactional
        public String m() throws ConnectException {
            return super.m();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Transactions {

        @Bean
        CountingTransactions transactionManager() {
            return new CountingTransactions();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(order = 100)
    static class OrderedTransactions {

        @Bean
        CountingTransactions transactionManager() {
            return new CountingTransactions();
        }
    }

    /** Counts, and fails the first commits as it is told. */
    static class CountingTransactions extends AbstractPlatformTransactionManager implements PlatformTransactionManager {

        private static final long serialVersionUID = 1L;

        final List<String> steps = new ArrayList<>();
        int commitsToFail;

        @Override
        protected Object doGetTransaction() {
            return new Object();
        }

        @Override
        protected void doBegin(Object transaction, org.springframework.transaction.TransactionDefinition definition) {
            steps.add("begin");
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            if (commitsToFail-- > 0) {
                steps.add("failed commit");
                throw new CannotAcquireLockException("commit lost the race");
            }
            steps.add("commit");
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {
            steps.add("rollback");
        }
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    @DisplayName("B04: the annotation of the class counts behind both kinds of proxies, beside other advice or alone")
    void annotationOnTheImplementingMethod(String proxyTargetClass, boolean transactional) {
        Class<? extends PlainBean> type = transactional ? TransactionalBean.class : PlainBean.class;
        contexts.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
                .withUserConfiguration(Transactions.class)
                .withBean("bean", type)
                .run(context -> {
                    Plain bean = context.getBean(Plain.class);

                    assertThat(bean.m()).isEqualTo("value");
                    assertThat(Recipe.p(context).counts().attempts(AttemptOutcome.FAILURE))
                            .isEqualTo(2);
                    assertThat(AopUtils.isJdkDynamicProxy(bean)).isEqualTo(proxyTargetClass.equals("false"));
                });
    }

    interface Declared {

        @Retryable("p")
        String m() throws ConnectException;

        @Retryable("q")
        String n() throws ConnectException;
    }

    static class Declares implements Declared {

        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public String m() throws ConnectException {
            return failTwice(calls);
        }

        @Override
        @Retryable("r")
        public String n() throws ConnectException {
            return failTwice(calls);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    @DisplayName("B05: the annotation of the interface counts, that of the class goes before it")
    void annotationOnTheInterface(String proxyTargetClass) {
        Recipe.yaml(time, """
                        retry:
                          defaults: {backoff: constant, base: 10ms, budget.enabled: false}
                          policies: {p: , q: , r: }
                        """)
                .withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
                .withBean(Declares.class)
                .run(context -> {
                    Declared bean = context.getBean(Declared.class);
                    RetryPolicies policies = context.getBean(RetryPolicies.class);

                    assertThat(bean.m()).isEqualTo("value");
                    assertThat(bean.n()).isEqualTo("value");
                    assertThat(List.of("p", "q", "r"))
                            .map(name -> policies.get(name).counts().attempts(AttemptOutcome.FAILURE))
                            .containsExactly(2L, 0L, 2L);
                });
    }

    record Entry(@Id Long id, String text) {}

    interface Entries extends ListCrudRepository<Entry, Long> {

        @Override
        @Retryable("p")
        List<Entry> findAll();

        @Retryable("p")
        @Query("select count(*) from \"ENTRY\" where \"TEXT\" like :text")
        long matching(@Param("text") String text);
    }

    /** A database that refuses connections as often as it is told. */
    static class RefusingDataSource extends DelegatingDataSource {

        private final AtomicInteger refusals = new AtomicInteger();

        RefusingDataSource() {
            super(new EmbeddedDatabaseBuilder()
                    .generateUniqueName(true)
                    .setType(EmbeddedDatabaseType.H2)
                    .build());
        }

        void refuseNext(int times) {
            refusals.set(times);
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new SQLTransientConnectionException("refused", "08001");
            }
            return super.getConnection();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    @EnableJdbcRepositories(considerNestedRepositories = true)
    static class Repositories extends AbstractJdbcConfiguration {

        @Bean
        RefusingDataSource dataSource() {
            RefusingDataSource source = new RefusingDataSource();
            new JdbcTemplate(source).execute("create table \"ENTRY\" (\"ID\" bigint primary key, \"TEXT\" varchar)");
            new JdbcTemplate(source).execute("insert into \"ENTRY\" values (1, 'value')");
            return source;
        }

        @Bean
        NamedParameterJdbcTemplate jdbc(DataSource dataSource) {
            return new NamedParameterJdbcTemplate(dataSource);
        }

        @Bean
        JdbcTransactionManager transactionManager(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }
    }

    record Shelf(Entries entries) {}

    /** How many proxies there are, one in the other. */
    private static int layers(Object bean) {
        Object inner = AopProxyUtils.getSingletonTarget(bean);
        return inner == null ? 0 : 1 + layers(inner);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    @DisplayName("B07: a repository of Spring Data is retried and stays one, behind one more proxy")
    void repository(String proxyTargetClass) {
        contexts.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
                .withUserConfiguration(Repositories.class)
                .withBean(Shelf.class)
                .run(context -> {
                    RefusingDataSource source = context.getBean(RefusingDataSource.class);
                    Entries entries = context.getBean(Shelf.class).entries();

                    source.refuseNext(2);
                    assertThat(entries.findAll()).containsExactly(new Entry(1L, "value"));
                    source.refuseNext(2);
                    assertThat(entries.matching("v%")).isOne();

                    assertThat(Recipe.p(context).counts().calls(CallOutcome.RECOVERED))
                            .isEqualTo(2);
                    assertThat(Recipe.p(context).counts().attempts(AttemptOutcome.FAILURE))
                            .isEqualTo(4);
                    // One of Spring Data's own, one of ours.
                    assertThat(layers(entries)).isEqualTo(2);
                    assertThat(entries.existsById(1L)).isTrue();
                    assertThat(AnnotatedBeans.find(context.getBeanFactory()).stream()
                                    .map(AnnotatedMethod::method)
                                    .filter(method -> method.getDeclaringClass() == Entries.class)
                                    .map(Method::getName))
                            .containsExactlyInAnyOrder("findAll", "matching");
                });
    }

    interface Remote {

        @GetExchange
        @Retryable("p")
        String fetch();
    }

    @Test
    @DisplayName("B08: a client without a target behind its proxy is retried")
    void httpInterface() {
        try (ScriptedServer server = ScriptedServer.answering(Answer.of(503), Answer.of(503), Answer.ok())) {
            contexts.withBean(
                            "remote",
                            Remote.class,
                            () -> HttpServiceProxyFactory.builderFor(RestClientAdapter.create(
                                            RestClient.create(server.uri().toString())))
                                    .build()
                                    .createClient(Remote.class))
                    .run(context -> {
                        assertThat(context.getBean(Remote.class).fetch()).isEqualTo("fine");
                        assertThat(server.requests()).isEqualTo(3);
                    });
        }
    }

    @Test
    @DisplayName("B10: each attempt has its own transaction, and a failed commit is retried")
    void retryAroundTransaction() {
        contexts.withUserConfiguration(Transactions.class)
                .withBean(Committing.class)
                .run(context -> {
                    CountingTransactions transactions = context.getBean(CountingTransactions.class);
                    transactions.commitsToFail = 2;

                    context.getBean(Committing.class).work();

                    assertThat(transactions.steps)
                            .containsExactly(
                                    "begin",
                                    "failed commit",
                                    "rollback",
                                    "begin",
                                    "failed commit",
                                    "rollback",
                                    "begin",
                                    "commit");
                });
    }

    static class Committing {

        @Retryable("p")
        @Transactional
        public void work() {}
    }

    @ParameterizedTest
    @CsvSource({"99, RetryAdvisor (99), 2", "101, RetryAdvisor (101), 1"})
    @DisplayName("B10: a property moves the retries, and the order in effect is printed at debug")
    void orderOfAdvice(int order, String printed, int begun, CapturedOutput output) {
        Logger log = (Logger) LoggerFactory.getLogger("io.github.retrystarter");
        Level before = log.getLevel();
        log.setLevel(Level.DEBUG);
        try {
            contexts.withPropertyValues("retry.order=" + order)
                    .withUserConfiguration(OrderedTransactions.class)
                    .withBean("committing", Committing.class)
                    .run(context -> {
                        CountingTransactions transactions = context.getBean(CountingTransactions.class);
                        transactions.commitsToFail = 1;
                        boolean outside = begun == 2;
                        Committing bean = context.getBean(Committing.class);

                        if (outside) {
                            bean.work();
                        } else {
                            assertThatThrownBy(bean::work).isInstanceOf(CannotAcquireLockException.class);
                        }

                        assertThat(transactions.steps.stream().filter("begin"::equals))
                                .hasSize(begun);
                        String ours = printed;
                        String theirs = "BeanFactoryTransactionAttributeSourceAdvisor (100)";
                        assertThat(output)
                                .contains("Advice around the bean \"committing\", the outermost first: "
                                        + (outside ? ours + ", " + theirs : theirs + ", " + ours));
                    });
        } finally {
            log.setLevel(before);
        }
    }

    static class Ticked extends ApplicationEvent {

        private static final long serialVersionUID = 1L;

        Ticked(Object source) {
            super(source);
        }
    }

    interface Busy {

        String a() throws ConnectException;

        void b();

        void c(Ticked event);

        boolean ranTwice() throws InterruptedException;

        int events();
    }

    static class BusyBean implements Busy {

        private final AtomicInteger calls = new AtomicInteger();
        private final CountDownLatch runs = new CountDownLatch(2);
        private final AtomicInteger events = new AtomicInteger();

        @Override
        @Retryable("p")
        public String a() throws ConnectException {
            return failTwice(calls);
        }

        @Override
        @Scheduled(fixedRate = 1)
        public void b() {
            runs.countDown();
        }

        @Override
        @EventListener
        public void c(Ticked event) {
            events.incrementAndGet();
        }

        @Override
        public boolean ranTwice() throws InterruptedException {
            return runs.await(1, TimeUnit.MINUTES);
        }

        @Override
        public int events() {
            return events.get();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Scheduling {}

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    @DisplayName("B13: what other annotations of the bean do goes on")
    void otherAnnotations(String proxyTargetClass) {
        contexts.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
                .withUserConfiguration(Scheduling.class)
                .withBean(BusyBean.class)
                .run(context -> {
                    Busy bean = context.getBean(Busy.class);
                    context.publishEvent(new Ticked(this));

                    assertThat(bean.a()).isEqualTo("value");
                    assertThat(bean.events()).isOne();
                    assertThat(bean.ranTwice()).isTrue();
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class AsksEarly {

        @Bean
        static Processor asking(PlainBean bean) {
            return new Processor();
        }

        static class Processor implements BeanPostProcessor, PriorityOrdered {

            @Override
            public int getOrder() {
                return 0;
            }
        }
    }

    @Test
    @DisplayName("B14: a bean that is made too early is named with the way out, and none of ours is among such beans")
    void madeTooEarly(CapturedOutput output) {
        contexts.withBean("plain", PlainBean.class)
                .withUserConfiguration(AsksEarly.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output)
                            .contains("The bean \"plain\" (" + PlainBean.class.getName() + ") was made too early")
                            .contains("@Lazy or as an ObjectProvider")
                            .doesNotContain("Bean 'retry");
                });
    }

    interface Handler<T> {

        void handle(T message) throws ConnectException;
    }

    static class TextHandler implements Handler<String> {

        private final AtomicInteger calls = new AtomicInteger();

        @Override
        @Retryable("p")
        public void handle(String message) throws ConnectException {
            calls.incrementAndGet();
            throw new ConnectException("refused");
        }

        int calls() {
            return calls.getAndSet(0);
        }
    }

    @Test
    @DisplayName("B16: a generic interface makes no second method of one")
    @SuppressWarnings({"unchecked", "rawtypes"})
    void bridgeMethod() {
        contexts.withBean(TextHandler.class).run(context -> {
            TextHandler bean = context.getBean(TextHandler.class);
            Handler raw = bean;
            Handler<String> typed = bean;

            assertThatThrownBy(() -> raw.handle("a")).isInstanceOf(ConnectException.class);
            assertThat(bean.calls()).isEqualTo(3);
            assertThatThrownBy(() -> typed.handle("a")).isInstanceOf(ConnectException.class);
            assertThat(bean.calls()).isEqualTo(3);
        });
    }

    abstract static class Base {

        private final AtomicInteger calls = new AtomicInteger();

        @Retryable("p")
        String m() throws ConnectException {
            return failTwice(calls);
        }
    }

    static class Inherits extends Base {}

    static class OverridesBare extends Base {

        @Override
        String m() throws ConnectException {
            return super.m();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Inherits.class, OverridesBare.class})
    @DisplayName("B17: an inherited method is retried, and so is one that overrides it without an annotation")
    void inherited(Class<? extends Base> type) {
        contexts.withBean("bean", type).run(context -> {
            assertThat(context.getBean(Base.class).m()).isEqualTo("value");
            assertThat(Recipe.p(context).counts().attempts(AttemptOutcome.FAILURE))
                    .isEqualTo(2);
        });
    }

    @Test
    @DisplayName(
            "B19: the bean can be injected by its class, as Boot has it by default, or by its interface where told")
    void kindOfProxyFollowsBoot() {
        ApplicationContextRunner boot = contexts.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class))
                .withBean(PlainBean.class);
        boot.run(context -> assertThat(context.getBean(PlainBean.class).m()).isEqualTo("value"));
        boot.withPropertyValues("spring.aop.proxy-target-class=false").run(context -> {
            assertThat(context.getBean(Plain.class).m()).isEqualTo("value");
            assertThat(context.getBeansOfType(PlainBean.class)).isEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring.aop.auto=false", "spring.aop.proxy-target-class=false", "spring.aop.auto=true"})
    @DisplayName("B20: nothing but Spring's own AOP is needed, which every application has")
    void withoutAspectJ(String property) {
        assertThat(ClassUtils.isPresent("org.aspectj.weaver.Advice", getClass().getClassLoader()))
                .isFalse();
        contexts.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class))
                .withPropertyValues(property)
                .withBean(PlainBean.class)
                .run(context -> {
                    assertThat(context.getBean(Plain.class).m()).isEqualTo("value");
                    AtomicInteger calls = new AtomicInteger();
                    String value = Recipe.p(context).call(attempt -> failTwice(calls));
                    assertThat(value).isEqualTo("value");
                });
    }

    @Test
    @DisplayName("B20: where Spring's own AOP is missing, no application starts, so that no annotation is ignored")
    void withoutSpringsOwnAop() throws InterruptedException {
        JavaProcess process = JavaProcess.runWithout("spring-aop-", SmallApplication.class);

        assertThat(process.output()).contains("NoClassDefFoundError: org/springframework/aop/");
        assertThat(process.exitCode()).isNotZero();
        assertThat(JavaProcess.runWithout("aspectjweaver-", SmallApplication.class)
                        .output())
                .contains("answered: value");
    }
}
