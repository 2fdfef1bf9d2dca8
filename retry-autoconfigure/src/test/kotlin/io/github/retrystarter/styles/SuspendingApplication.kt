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
package io.github.retrystarter.styles

import io.github.retrystarter.annotation.Retryable
import io.github.retrystarter.autoconfigure.RetryAopAutoConfiguration
import io.github.retrystarter.autoconfigure.RetryAutoConfiguration
import org.springframework.boot.SpringBootConfiguration
import org.springframework.boot.WebApplicationType
import org.springframework.boot.autoconfigure.ImportAutoConfiguration
import org.springframework.boot.builder.SpringApplicationBuilder
import org.springframework.context.annotation.Bean

/** An application with a suspending function to be retried. */
class SuspendingApplication {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @ImportAutoConfiguration(RetryAutoConfiguration::class, RetryAopAutoConfiguration::class)
    open class Beans {

        @Bean open fun client() = Client()
    }

    open class Client {

        @Retryable("p") open suspend fun fetch(): String = "value"
    }

    companion object {

        @JvmStatic
        fun main(arguments: Array<String>) {
            SpringApplicationBuilder(Beans::class.java)
                .web(WebApplicationType.NONE)
                .run("--retry.policies.p.attempts=3")
                .close()
        }
    }
}
