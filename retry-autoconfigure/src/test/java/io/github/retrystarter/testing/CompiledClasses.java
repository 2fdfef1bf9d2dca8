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

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import org.springframework.util.ClassUtils;

/** Classes compiled in memory: what only some lines of Boot have, and libraries that these tests run without. */
public final class CompiledClasses extends ClassLoader {

    private final Map<String, ByteArrayOutputStream> bytes = new HashMap<>();

    private CompiledClasses() {
        super(CompiledClasses.class.getClassLoader());
    }

    /**
     * Compiles sources by the name of their class; those of classes that exist anyway are left out.
     */
    public static CompiledClasses of(Map<String, String> sources) {
        CompiledClasses classes = new CompiledClasses();
        List<Source> missing = sources.entrySet().stream()
                .filter(source -> !ClassUtils.isPresent(source.getKey(), classes.getParent()))
                .map(source -> new Source(source.getKey(), source.getValue()))
                .toList();
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(null, classes.files(), null, List.of("-proc:none", "-parameters"), null, missing)
                .call();
        if (!compiled) {
            throw new IllegalArgumentException("Does not compile: " + sources.keySet());
        }
        return classes;
    }

    public Class<?> get(String name) {
        return ClassUtils.resolveClassName(name, this);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        ByteArrayOutputStream found = bytes.get(name);
        if (found == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, found.toByteArray(), 0, found.size());
    }

    private JavaFileManager files() {
        return new ForwardingJavaFileManager<JavaFileManager>(
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                    Location location, String name, JavaFileObject.Kind kind, javax.tools.FileObject sibling) {
                return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/')), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        return bytes.computeIfAbsent(name, key -> new ByteArrayOutputStream());
                    }
                };
            }
        };
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String name, String text) {
            super(URI.create("memory:///" + name.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
