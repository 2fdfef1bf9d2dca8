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
package io.github.retrystarter.classify;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.util.Set;

/** The nature of database failures by SQL state, then by type. Loaded only once there is one. */
final class SqlFailures {

    private static final Set<String> LOST_TO_ANOTHER_TRANSACTION = Set.of("40001", "40P01");

    private static final String NO_CONNECTION = "08001";

    private static final String CONNECTION_CLASS = "08";

    /** Not supported, cardinality, data, integrity, authorisation, no such catalog or schema, syntax or access, check. */
    private static final Set<String> PERMANENT_CLASSES = Set.of("0A", "21", "22", "23", "28", "3D", "3F", "42", "44");

    private SqlFailures() {}

    static FailureNature natureOf(Throwable failure) {
        return failure instanceof SQLException sql ? natureOf(sql) : FailureNature.UNKNOWN;
    }

    private static FailureNature natureOf(SQLException failure) {
        String state = state(failure);
        if (state.equals(NO_CONNECTION) || poolTimeOut(failure)) {
            return FailureNature.LIKELY_UNREACHED;
        }
        if (LOST_TO_ANOTHER_TRANSACTION.contains(state)) {
            return FailureNature.TRANSIENT;
        }
        if (state.startsWith(CONNECTION_CLASS) || isAboutTheConnection(failure)) {
            return FailureNature.LIKELY_TRANSIENT;
        }
        if (failure instanceof SQLTransientException) {
            return FailureNature.TRANSIENT;
        }
        if (failure instanceof SQLNonTransientException
                || (state.length() >= 2 && PERMANENT_CLASSES.contains(state.substring(0, 2)))) {
            return FailureNature.PERMANENT;
        }
        return FailureNature.UNKNOWN;
    }

    /**
     * The types that stand for states 08xxx. Drivers with states of their own, such as H2, use the non-transient one for
     * a connection that broke, too. A cause such as a certificate or a password knows better.
     */
    private static boolean isAboutTheConnection(SQLException failure) {
        return failure instanceof SQLTransientConnectionException
                || failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLRecoverableException;
    }

    /** HikariCP has no type of its own for this. */
    private static boolean poolTimeOut(SQLException failure) {
        return failure instanceof SQLTransientConnectionException
                && KnownFailures.message(failure).contains("connection is not available, request timed out");
    }

    private static String state(SQLException failure) {
        try {
            String state = failure.getSQLState();
            return state == null ? "" : state;
        } catch (RuntimeException | Error brokenGetter) {
            return "";
        }
    }
}
