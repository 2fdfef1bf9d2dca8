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
package io.github.retrystarter.benchmark;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Program: starts an application with many beans, and tells what that took. */
final class StartUp {

    static final int BEANS = 500;
    static final int ANNOTATED = 50;

    private static final int NANOS_PER_MICRO = 1_000;

    private StartUp() {}

    public static void main(String[] arguments) {
        if (arguments[0].equals("scale")) {
            Scale scale = Scale.valueOf(arguments[1]);
            List<Class<?>> beans = scale.beans();
            long begun = System.nanoTime();
            tell(begun, scale.start(beans));
        } else {
            Contender contender = Contender.valueOf(arguments[1]);
            long begun = System.nanoTime();
            List<Class<?>> beans = beans(contender);
            tell(
                    begun,
                    Application.startConfigured(
                            contender, context -> beans.forEach(type -> context.registerBean(type))));
        }
        System.exit(0);
    }

    private static List<Class<?>> beans(Contender contender) {
        List<Class<?>> beans = new ArrayList<>();
        for (int i = 0; i < BEANS - ANNOTATED; i++) {
            beans.add(BeanClasses.load(BeanClasses.nameOf(PlainBean.class, i)));
        }
        for (int i = 0; i < ANNOTATED; i++) {
            beans.add(BeanClasses.load(BeanClasses.nameOf(contender.type(), i)));
        }
        return beans;
    }

    private static void tell(long begun, Application application) {
        ChildJvm.tell("micros", (System.nanoTime() - begun) / NANOS_PER_MICRO);
        ChildJvm.tell("classes", ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
        ConfigurableListableBeanFactory beans = application.context().getBeanFactory();
        ChildJvm.tell("definitions", beans.getBeanDefinitionCount());
        ChildJvm.tell("singletons", beans.getSingletonCount());
        ChildJvm.tell("heap", Heap.usedAfterCollection());
    }
}
