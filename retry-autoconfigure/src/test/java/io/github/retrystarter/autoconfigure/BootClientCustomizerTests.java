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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.ResolvableType;
import org.springframework.web.client.RestTemplate;

import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.web.RetryHeadersInterceptor;

import static org.assertj.core.api.Assertions.assertThat;

class BootClientCustomizerTests {

    private final ApplicationContextRunner contexts = RetryContexts.runner(new VirtualTime())
            .withPropertyValues("retry.policies.p.idempotency-key=Idempotency-Key");

    /** In the form that all customizers of Spring Boot have; the real ones are tried with the installed jar. */
    interface TemplateCustomizer {

        void customize(RestTemplate template);
    }

    @Test
    void addsWhatAPostProcessorWouldAddAndOnlyOnce() {
        contexts.run(context -> {
            TemplateCustomizer customizer =
                    customizer(context.getBeanProvider(ResolvableType.forClass(HttpClientPostProcessor.class)));
            RestTemplate template = new RestTemplate();

            customizer.customize(template);
            customizer.customize(template);

            assertThat(template.getInterceptors()).singleElement().isInstanceOf(RetryHeadersInterceptor.class);
        });
    }

    @Test
    void isAnObjectLikeAnyOther() {
        DefaultListableBeanFactory none = new DefaultListableBeanFactory();
        TemplateCustomizer customizer =
                customizer(none.getBeanProvider(ResolvableType.forClass(HttpClientPostProcessor.class)));

        assertThat(customizer)
                .isEqualTo(customizer)
                .hasSameHashCodeAs(customizer)
                .isNotEqualTo(new Object())
                .hasToString("Retry headers as a TemplateCustomizer");
    }

    @ExtendWith(OutputCaptureExtension.class)
    @Test
    void postProcessorsMakeNoOtherBeanTooEarly(CapturedOutput output) {
        contexts.withBean(RestTemplate.class, RestTemplate::new).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(output).doesNotContain("not eligible");
        });
    }

    @Test
    void webFluxAndSpringWebMayBeMissing() {
        for (String library : new String[] {"org.springframework.web.reactive", "reactor", "org.springframework.web"}) {
            contexts.withClassLoader(new FilteredClassLoader(library))
                    .run(context -> assertThat(context).hasNotFailed());
        }
    }

    private static TemplateCustomizer customizer(ObjectProvider<HttpClientPostProcessor<?>> processors) {
        return (TemplateCustomizer) new BootClientCustomizer(TemplateCustomizer.class, processors).getObject();
    }
}
