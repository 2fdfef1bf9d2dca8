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

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.ReflectiveMethodInvocation;

/**
 * One attempt of a call behind whose retry other advice follows. It is what a clone of the invocation would be, but calls
 * the bean at the end without reflection, which would fill in a stack trace to wrap each failure in: most of what a
 * failure costs there.
 */
final class AttemptInvocation extends ReflectiveMethodInvocation {

    private final ProxyMethodInvocation call;
    private final Object bean;
    private final TargetMethod end;

    private AttemptInvocation(ReflectiveMethodInvocation call, Object bean, TargetMethod end, List<Object> chain) {
        super(call.getProxy(), bean, call.getMethod(), call.getArguments().clone(), bean.getClass(), chain);
        this.call = call;
        this.bean = bean;
        this.end = end;
    }

    /**
     * Makes an attempt at the same position of the chain as the invocation of the call.
     *
     * @param call the invocation that the retry was called with
     * @param bean the bean behind the proxy; null where nothing is
     * @param end calls the method on the bean; null where only the proxy can
     * @return the attempt; an ordinary clone where the invocation is not of the kind that this one knows to stand for
     */
    static ProxyMethodInvocation of(ProxyMethodInvocation call, @Nullable Object bean, @Nullable TargetMethod end) {
        if (bean == null || end == null || call.getClass() != ReflectiveMethodInvocation.class) {
            return (ProxyMethodInvocation) call.invocableClone();
        }
        ReflectiveMethodInvocation known = (ReflectiveMethodInvocation) call;
        List<Object> chain = ChainPosition.chainOf(known);
        if (chain == null) {
            return (ProxyMethodInvocation) call.invocableClone();
        }
        AttemptInvocation attempt = new AttemptInvocation(known, bean, end, chain);
        ChainPosition.copy(known, attempt);
        return attempt;
    }

    @Override
    protected @Nullable Object invokeJoinpoint() throws Throwable {
        return end.call(this, bean);
    }

    @Override
    public void setUserAttribute(String key, @Nullable Object value) {
        call.setUserAttribute(key, value);
    }

    @Override
    public @Nullable Object getUserAttribute(String key) {
        return call.getUserAttribute(key);
    }

    @Override
    public Map<String, Object> getUserAttributes() {
        return ((ReflectiveMethodInvocation) call).getUserAttributes();
    }
}
