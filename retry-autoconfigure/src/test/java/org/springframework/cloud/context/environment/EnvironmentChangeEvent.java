package org.springframework.cloud.context.environment;

import org.springframework.context.ApplicationEvent;

/** Stands for the event of Spring Cloud, which is recognised by this very name. */
public class EnvironmentChangeEvent extends ApplicationEvent {

    private static final long serialVersionUID = 1L;

    public EnvironmentChangeEvent(Object source) {
        super(source);
    }
}
