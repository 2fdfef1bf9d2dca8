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
package io.github.retrystarter.aop;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.DirectoryStream;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Optional;
import java.util.Spliterator;
import java.util.stream.BaseStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.io.Resource;

/**
 * Arguments that can be read once. What one attempt has read of them is not there for the next; only an array of bytes as
 * a stream can be set back. Arrays are looked into, and so are the several arguments of a variable one; collections are
 * not, since that may make them load what they have not loaded yet.
 */
final class OneShotArguments {

    private static final String SIZES = OneShotArguments.class.getName() + ".sizes";

    /** Kept with the class of the argument: to be none of several interfaces is slow to find out. */
    private static final ClassValue<Boolean> MAY_BE_READ_ONCE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> argument) {
            return Stream.of(
                            InputStream.class,
                            Reader.class,
                            ReadableByteChannel.class,
                            Iterator.class,
                            BaseStream.class,
                            Enumeration.class,
                            Spliterator.class,
                            DirectoryStream.class,
                            Resource.class,
                            Optional.class,
                            Object[].class)
                    .anyMatch(type -> type.isAssignableFrom(argument));
        }
    };

    private OneShotArguments() {}

    /** Returns whether a method may be given anything at all that can be read once. */
    static boolean mayBeReadOnce(Method method) {
        for (Class<?> parameter : method.getParameterTypes()) {
            boolean exact = parameter.isPrimitive() || Modifier.isFinal(parameter.getModifiers());
            if (!exact || MAY_BE_READ_ONCE.get(parameter)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a method may be given a stream that can be set back. */
    static boolean mayBeSetBack(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .anyMatch(type -> type.isAssignableFrom(ByteArrayInputStream.class));
    }

    /** Remembers before the first attempt where the streams stand that can be set back. */
    static void remember(ProxyMethodInvocation invocation) {
        @Nullable Object[] arguments = invocation.getArguments();
        int[] sizes = null;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof ByteArrayInputStream bytes) {
                sizes = sizes == null ? new int[arguments.length] : sizes;
                sizes[i] = bytes.available();
                bytes.mark(0);
            }
        }
        if (sizes != null) {
            invocation.setUserAttribute(SIZES, sizes);
        }
    }

    /** Sets the arguments back to where they stood before the first attempt; returns false where one cannot be. */
    static boolean setBack(ProxyMethodInvocation invocation) {
        @Nullable Object[] arguments = invocation.getArguments();
        for (int i = 0; i < arguments.length; i++) {
            Object argument = arguments[i];
            if (isReadOnce(argument)
                    && !(argument instanceof ByteArrayInputStream bytes && isSetBack(bytes, invocation, i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isReadOnce(@Nullable Object argument) {
        if (argument == null || !MAY_BE_READ_ONCE.get(argument.getClass())) {
            return false;
        }
        if (argument instanceof Resource resource) {
            return resource.isOpen();
        }
        if (argument instanceof Optional<?> optional) {
            return isReadOnce(optional.orElse(null));
        }
        return !(argument instanceof Object[] several) || Arrays.stream(several).anyMatch(OneShotArguments::isReadOnce);
    }

    /** A mark that the method has set itself leads elsewhere. */
    private static boolean isSetBack(ByteArrayInputStream bytes, ProxyMethodInvocation invocation, int position) {
        bytes.reset();
        return invocation.getUserAttribute(SIZES) instanceof int[] sizes && bytes.available() == sizes[position];
    }
}
