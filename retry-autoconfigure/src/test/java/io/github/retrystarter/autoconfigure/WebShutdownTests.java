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

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

import io.github.retrystarter.execution.GiveUpMarker;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.TimeAndChance;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.Eventually;
import io.github.retrystarter.testing.EveryStyle;
import io.github.retrystarter.testing.EveryStyle.Work;
import io.github.retrystarter.testing.HandTime;
import io.github.retrystarter.testing.LiveThreads;
import io.github.retrystarter.testing.OneCall;
import io.github.retrystarter.testing.StyleKind;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** What requests get that wait for a retry when their web application ends. */
class WebShutdownTests {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofSeconds(1);

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {

        private final HandTime time = new HandTime();

        @Bean
        HandTime handTime() {
            return time;
        }

        @Bean
        TimeAndChance handTimeAndChance() {
            return time.timeAndChance();
        }

        @Bean
        EveryStyle everyStyle() {
            return new EveryStyle();
        }

        @Bean
        ServletRegistrationBean<Endpoint> endpoint(EveryStyle bean) {
            return new ServletRegistrationBean<>(new Endpoint(bean), "/try");
        }
    }

    /** Answers with what a call gave, or with why it was given up. */
    static final class Endpoint extends HttpServlet {

        private static final long serialVersionUID = 1L;

        private final transient EveryStyle bean;

        Endpoint(EveryStyle bean) {
            this.bean = bean;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            StyleKind kind = StyleKind.valueOf(request.getParameter("kind"));
            AtomicInteger attempts = new AtomicInteger();
            Work work = () -> {
                if (attempts.incrementAndGet() == 1) {
                    throw new ConnectException("refused");
                }
                return "value";
            };
            if (kind == StyleKind.BLOCKING) {
                answer(kind.begin(bean, work, Runnable::run), response);
            } else {
                AsyncContext async = request.startAsync();
                async.setTimeout(0);
                OneCall call = kind.begin(bean, work, Runnable::run);
                call.whenEnded(() -> {
                    answer(call, response);
                    async.complete();
                });
            }
        }

        private static void answer(OneCall call, HttpServletResponse response) {
            try {
                Throwable failure = call.failure();
                response.setStatus(failure == null ? 200 : 503);
                response.getWriter()
                        .write(
                                failure == null
                                        ? "value"
                                        : GiveUpMarker.of(failure, "p")
                                                .orElseThrow()
                                                .content()
                                                .reason()
                                                .key());
            } catch (IOException | InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }

    private static ConfigurableApplicationContext start(String... properties) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.SERVLET)
                .properties(
                        "server.port=0",
                        "spring.main.banner-mode=off",
                        "retry.policies.p.attempts=2",
                        "retry.policies.p.backoff=constant",
                        "retry.policies.p.base=1h",
                        "retry.policies.p.cap=1h")
                .properties(properties)
                .run();
    }

    private static CompletableFuture<HttpResponse<String>> request(
            ConfigurableApplicationContext context, StyleKind kind, Duration base) {
        RetryCounts counts = context.getBean(RetryPolicies.class).get("p").counts();
        long before = counts.waiting();
        context.getBean(RetryPolicies.class).update("p", settings -> settings.base(base));
        CompletableFuture<HttpResponse<String>> response = HttpClient.newHttpClient()
                .sendAsync(
                        HttpRequest.newBuilder(URI.create("http://localhost:"
                                        + context.getEnvironment().getProperty("local.server.port") + "/try?kind="
                                        + kind))
                                .build(),
                        BodyHandlers.ofString());
        Eventually.until("the request waits", () -> counts.waiting() == before + 1);
        return response;
    }

    @ParameterizedTest
    @EnumSource
    void aShortWaitGetsItsAnswerAndALongOneDoesNotHoldTheShutdown(StyleKind kind) {
        ConfigurableApplicationContext context = start();
        CompletableFuture<HttpResponse<String>> longOne = request(context, kind, LONG);
        CompletableFuture<HttpResponse<String>> shortOne = request(context, kind, SHORT);
        HandTime time = context.getBean(HandTime.class);

        // Not on the pool of the JDK, which its HTTP client needs too and which may have one thread only.
        CompletableFuture<Void> closed =
                CompletableFuture.runAsync(context::close, task -> new Thread(task, "closing").start());

        assertThat(longOne.join().statusCode()).isEqualTo(503);
        assertThat(longOne.join().body()).isEqualTo("shutdown");
        assertThat(shortOne).isNotDone();
        assertThat(closed).isNotDone();

        time.fire(SHORT::equals);

        assertThat(shortOne.join().statusCode()).isEqualTo(200);
        assertThat(shortOne.join().body()).isEqualTo("value");
        Eventually.until("the application is closed", closed::isDone);
        LiveThreads.awaitNoneOfOurs();
    }

    @ParameterizedTest
    @EnumSource
    void withoutAGracefulShutdownNoRequestWaits(StyleKind kind) {
        ConfigurableApplicationContext context = start("server.shutdown=immediate");
        RetryCounts counts = context.getBean(RetryPolicies.class).get("p").counts();
        CompletableFuture<HttpResponse<String>> shortOne = request(context, kind, SHORT);

        context.close();

        // Whether the answer gets out is between the web server and the client; the wait is over either way.
        Eventually.until("the request has ended", shortOne::isDone);
        assertThat(counts.waiting()).isZero();
        assertThat(counts.giveUps(GiveUpReason.SHUTDOWN)).isOne();
        LiveThreads.awaitNoneOfOurs();
    }
}
