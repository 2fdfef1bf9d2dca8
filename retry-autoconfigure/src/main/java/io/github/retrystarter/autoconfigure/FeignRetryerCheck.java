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

import java.util.List;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

import io.github.retrystarter.aop.AnnotatedBeans;

import feign.Retryer;

/** Says once at start-up where a bean lets Feign clients retry beside annotated methods. Creates no bean. */
final class FeignRetryerCheck implements SmartInitializingSingleton {

    private static final Log LOG = LogFactory.getLog("io.github.retrystarter");

    private final ConfigurableListableBeanFactory beans;

    FeignRetryerCheck(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<String> retryers = Stream.of(beans.getBeanNamesForType(Retryer.class, true, false))
                .filter(bean -> retries(beans.getSingleton(bean)))
                .toList();
        if (!retryers.isEmpty() && !AnnotatedBeans.find(beans).isEmpty()) {
            LOG.warn("The Retryer " + retryers + " lets Feign clients retry by themselves. Where a @Retryable method"
                    + " calls such a client, each attempt is several requests: give the client Retryer.NEVER_RETRY");
        }
    }

    /** One that does not exist yet is lazy, and no reason to create it. */
    private static boolean retries(@Nullable Object singleton) {
        return singleton instanceof Retryer && singleton != Retryer.NEVER_RETRY;
    }
}
