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

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

/**
 * Finds, in the bytecode, the methods of a class that call an annotated method of the same class. A call on {@code this}
 * does not pass through the proxy, so that it is not retried; a call on another object of the class looks the same here.
 *
 * @since 0.1.0
 */
public final class ClassmateCalls {

    private static final String LAMBDA = "lambda$";

    private ClassmateCalls() {}

    /**
     * Returns the methods of the class, and of the classes it extends, that call the annotated method.
     *
     * @param annotated the annotated method
     * @return the names of the methods, sorted; none where the bytecode cannot be had
     */
    public static List<String> of(AnnotatedMethod annotated) {
        Calls calls = new Calls(annotated);
        for (Class<?> type = annotated.type(); type != null && type != Object.class; type = type.getSuperclass()) {
            read(type, calls);
        }
        return List.copyOf(calls.callers);
    }

    private static void read(Class<?> type, Calls calls) {
        try (InputStream bytes = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
            if (bytes != null) {
                new ClassReader(bytes).accept(calls, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
        } catch (IOException | RuntimeException unreadable) {
            // A class of a newer Java than the reader knows; nothing but a hint depends on it.
        }
    }

    /** Collects the methods that call one method. */
    private static final class Calls extends ClassVisitor {

        private final Set<String> callers = new TreeSet<>();
        private final List<String> owners = new ArrayList<>();
        private final String name;
        private final String descriptor;

        Calls(AnnotatedMethod annotated) {
            super(SpringAsmInfo.ASM_VERSION);
            Method method = annotated.method();
            name = method.getName();
            descriptor = Type.getMethodDescriptor(method);
            for (Class<?> type = annotated.type(); type != null; type = type.getSuperclass()) {
                owners.add(Type.getInternalName(type));
            }
        }

        private boolean isMeant(String owner, String calledName, String calledDescriptor) {
            return calledName.equals(name) && calledDescriptor.equals(descriptor) && owners.contains(owner);
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String caller,
                String callerDescriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            if (caller.equals(name) && callerDescriptor.equals(descriptor)) {
                // It calls itself, or the one that it overrides: the attempt is within the policy already.
                return null;
            }
            return new MethodVisitor(SpringAsmInfo.ASM_VERSION) {
                @Override
                public void visitMethodInsn(
                        int opcode, String owner, String calledName, String calledDescriptor, boolean isInterface) {
                    if (isMeant(owner, calledName, calledDescriptor)) {
                        callers.add(enclosing(caller));
                    }
                }

                @Override
                public void visitInvokeDynamicInsn(
                        String dynamicName, String dynamicDescriptor, Handle bootstrap, Object... arguments) {
                    for (Object argument : arguments) {
                        if (argument instanceof Handle handle
                                && isMeant(handle.getOwner(), handle.getName(), handle.getDesc())) {
                            callers.add(enclosing(caller));
                        }
                    }
                }
            };
        }

        /** The method that a lambda stands in. */
        private static String enclosing(String caller) {
            int end = caller.lastIndexOf('$');
            return caller.startsWith(LAMBDA) && end > LAMBDA.length() ? caller.substring(LAMBDA.length(), end) : caller;
        }
    }
}
