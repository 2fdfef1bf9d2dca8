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

import java.util.concurrent.CopyOnWriteArrayList
import org.springframework.transaction.ReactiveTransaction
import org.springframework.transaction.ReactiveTransactionManager
import org.springframework.transaction.TransactionDefinition
import reactor.core.publisher.Mono

/** Reactive transactions of nothing, which remember their beginnings and ends. */
class RecordedTransactions : ReactiveTransactionManager {

    val steps = CopyOnWriteArrayList<String>()

    override fun getReactiveTransaction(definition: TransactionDefinition?): Mono<ReactiveTransaction> =
        Mono.fromCallable {
            steps += "begin"
            object : ReactiveTransaction {}
        }

    override fun commit(transaction: ReactiveTransaction): Mono<Void> = ending("commit")

    override fun rollback(transaction: ReactiveTransaction): Mono<Void> = ending("rollback")

    private fun ending(step: String): Mono<Void> = Mono.fromRunnable { steps += step }
}
