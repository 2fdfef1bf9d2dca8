package io.github.retrystarter.testing;

import io.github.retrystarter.autoconfigure.RetryAopAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryDataAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryMetricsAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryWebAutoConfiguration;
import io.github.retrystarter.execution.TimeAndChance;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Application contexts with the whole auto-configuration, in virtual time. */
public final class RetryContexts {

    private RetryContexts() {}

    public static ApplicationContextRunner runner(VirtualTime time) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RetryAopAutoConfiguration.class,
                        RetryAutoConfiguration.class,
                        RetryDataAutoConfiguration.class,
                        RetryMetricsAutoConfiguration.class,
                        RetryWebAutoConfiguration.class))
                .withBean(TimeAndChance.class, time::timeAndChance);
    }
}
