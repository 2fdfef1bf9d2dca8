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

/**
 * A rule for annotations, with the ways out for who broke it.
 *
 * @since 0.1.0
 */
public enum AnnotationRule {

    /** An annotated method must not be private. */
    PRIVATE_METHOD("Make the method visible to a subclass and call it from another bean, or run the code by the policy"
            + " bean: policy.call(attempt -> ...)."),

    /** A class proxy must see an annotated method, which it does not where that is package-private in another package. */
    PACKAGE_PRIVATE_METHOD("Make the method protected or public, or override it in the class of the bean."),

    /** An annotated method must not be static. */
    STATIC_METHOD("Make the method one of the bean, not of the class, or run the code by the policy bean:"
            + " policy.call(attempt -> ...)."),

    /** An annotated method must not be final where the bean gets a class proxy. */
    FINAL_METHOD(
            "Remove final from the method; in Kotlin, mark class and method open or use the kotlin-spring plugin."),

    /** A class with annotated methods must allow subclasses where the bean gets a class proxy. */
    FINAL_CLASS("Remove final from the class; in Kotlin, mark it open or use the kotlin-spring plugin. Or let the bean"
            + " implement an interface and set spring.aop.proxy-target-class=false."),

    /** Callers must see an annotated method where the bean gets a proxy of its interfaces. */
    NOT_IN_INTERFACE("Declare the method in an interface of the bean, or set spring.aop.proxy-target-class=true."),

    /** No other library may retry the same method. */
    ONE_RETRY("Remove one of the two annotations; the retries of both would multiply."),

    /** A suspending function must be one that Spring can present as a publisher. */
    SUSPENDING_FUNCTION("Spring presents suspending functions to advice by these libraries, and by no other way."),

    /** A fallback must fit its method. */
    FALLBACK("A fallback is a method of the same bean with the same parameters, or with the failure as one more, the"
            + " last, and with a return type that fits."),

    /** Callers of an annotated type do not get retries from its final methods. A warning; the other methods do. */
    FINAL_METHOD_OF_ANNOTATED_TYPE("Remove final from the method (in Kotlin, mark it open or use the kotlin-spring"
            + " plugin), or annotate the methods that are to be retried instead of the type.");

    private final String wayOut;

    AnnotationRule(String wayOut) {
        this.wayOut = wayOut;
    }

    /** Returns what to do, as a sentence. */
    public String wayOut() {
        return wayOut;
    }

    /** Tells whether the application must not start. */
    public boolean stops() {
        return this != FINAL_METHOD_OF_ANNOTATED_TYPE;
    }
}
