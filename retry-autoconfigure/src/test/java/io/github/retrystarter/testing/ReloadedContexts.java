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
package io.github.retrystarter.testing;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.reactive.AttemptScheduler;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Makes and closes contexts, each of which has classes of its own and makes calls in every style, and checks that nothing
 * of them is left. Made for a virtual machine of its own, which lets go of soft references at once.
 */
public final class ReloadedContexts {

    /** Lives longer than the contexts, as the global registry does. */
    private final MeterRegistry shared = new SimpleMeterRegistry();

    private final List<WeakReference<?>> left = new ArrayList<>();
    private final Set<Integer> meters = new HashSet<>();

    private ReloadedContexts() {}

    /** Runs so many contexts in a child process; fails where something is left. */
    public static void assertLeaveNothing(int contexts) throws InterruptedException {
        JavaProcess process = JavaProcess.run(
                ReloadedContexts.class, List.of("-XX:SoftRefLRUPolicyMSPerMB=0"), String.valueOf(contexts));

        assertThat(process.exitCode()).as(process.output()).isZero();
        assertThat(process.output()).contains(contexts + " contexts left nothing");
    }

    public static void main(String[] arguments) {
        int contexts = Integer.parseInt(arguments[0]);
        ReloadedContexts reloaded = new ReloadedContexts();
        // Boot keeps for good what its first binding made, with the class loader of that time.
        reloaded.contexts(ReloadedContexts.class.getClassLoader())
                .run(context -> assertThat(context).hasNotFailed());
        int threads = LiveThreads.count();
        for (int i = 0; i < contexts; i++) {
            reloaded.runOne();
        }
        Garbage.assertCollected("everything of the closed contexts", reloaded.left);
        LiveThreads.awaitNoneOfOurs();
        assertThat(LiveThreads.count()).as("threads").isLessThanOrEqualTo(threads + 1);
        assertThat(reloaded.meters).as("numbers of meters").hasSize(1);
        System.out.println(contexts + " contexts left nothing");
    }

    private void runOne() {
        ChildLoader loader = new ChildLoader(ReloadedApplication.classes());
        left.add(new WeakReference<>(loader));
        contexts(loader).run(context -> {
            Object bean = context.getBean("application");
            assertThat(bean.getClass()).isNotSameAs(ReloadedApplication.class);
            assertThat(call(bean, "blocking")).isEqualTo("value");
            assertThat(((CompletableFuture<?>) call(bean, "future")).get(20, TimeUnit.SECONDS))
                    .isEqualTo("value");
            assertThat(((Mono<?>) call(bean, "mono")).block()).isEqualTo("value");
            assertThat(((Supplier<?>) bean).get()).as("attempts").isEqualTo(9);
            assertMeters();
            watch(context);
        });
        assertThat(shared.getMeters()).as("meters of a closed context").isEmpty();
    }

    private ApplicationContextRunner contexts(ClassLoader loader) {
        return RetryContexts.runner()
                .withClassLoader(loader)
                .withInitializer(context -> context.getBeanFactory().registerSingleton("sharedRegistry", shared))
                .withInitializer(Yaml.file("""
                        retry.policies.p:
                          {attempts: 3, backoff: constant, base: 1ms, budget.enabled: false,
                           retry-on.exceptions: "%s"}
                        """.formatted(ReloadedApplication.Flaky.class.getName())))
                // Reactor's own threads live on, with the class loader of whoever made them start.
                .withBean(AttemptScheduler.class, () -> Schedulers::immediate)
                .withBean("application", type(loader));
    }

    private void assertMeters() {
        assertThat(shared.get("retry.calls")
                        .tags("policy", "p", "outcome", "recovered")
                        .functionCounter()
                        .count())
                .as("what this context counted")
                .isEqualTo(3);
        assertThat(shared.get("retry.waits")
                        .tags("policy", "p", "source", "backoff")
                        .timer()
                        .count())
                .isEqualTo(6);
        assertThat(shared.getMeters().stream().map(Meter::getId)).doesNotHaveDuplicates();
        meters.add(shared.getMeters().size());
    }

    private void watch(ApplicationContext context) {
        RetryPolicy policy = context.getBean(RetryPolicies.class).get("p");
        left.add(new WeakReference<>(policy));
        left.add(new WeakReference<>(policy.counts()));
        left.add(new WeakReference<>(context));
    }

    @SuppressWarnings("unchecked")
    private static Class<Object> type(ClassLoader loader) {
        try {
            return (Class<Object>) loader.loadClass(ReloadedApplication.class.getName());
        } catch (ClassNotFoundException ex) {
            throw new AssertionError(ex);
        }
    }

    private static Object call(Object bean, String method) throws ReflectiveOperationException {
        return bean.getClass().getMethod(method).invoke(bean);
    }
}
