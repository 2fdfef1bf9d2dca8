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
package io.github.retrystarter.aop

import io.github.retrystarter.annotation.Retryable
import java.lang.reflect.Method
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.boot.test.context.FilteredClassLoader

private class SuspendingMethodsTests {

    open class Client {

        @Retryable("p") open suspend fun fetch(id: Int): String = "value $id"

        @Retryable("p") open fun find(id: Int): String = "value $id"
    }

    private val suspending = method("fetch")
    private val plain = method("find")

    private fun method(name: String): AnnotatedMethod {
        val found: Method = Client::class.java.declaredMethods.first { it.name == name }
        return AnnotatedMethod("client", Client::class.java, found, "p")
    }

    // B89
    @Test
    fun aSuspendingFunctionIsRefusedWhereSpringCannotPresentIt() {
        val without = FilteredClassLoader("kotlinx.coroutines.reactor")

        assertThat(SuspendingMethods.fault(suspending, without))
            .hasValue(
                "Method ${Client::class.java.name}.fetch of the bean \"client\" is a suspending function, which cannot " +
                    "be retried without org.jetbrains.kotlinx:kotlinx-coroutines-reactor: add that to the class path"
            )
    }

    @Test
    fun allThatIsMissingIsNamed() {
        val without = FilteredClassLoader("kotlinx.coroutines.reactor", "kotlin.reflect.full")

        assertThat(SuspendingMethods.fault(suspending, without).orElseThrow())
            .contains(
                "without org.jetbrains.kotlin:kotlin-reflect and org.jetbrains.kotlinx:kotlinx-coroutines-reactor:"
            )
    }

    @Test
    fun aSuspendingFunctionIsFineWhereAllIsThere() {
        assertThat(SuspendingMethods.fault(suspending, javaClass.classLoader)).isEmpty()
    }

    @Test
    fun aPlainFunctionNeedsNothing() {
        assertThat(SuspendingMethods.fault(plain, FilteredClassLoader("kotlinx.coroutines.reactor"))).isEmpty()
    }
}
