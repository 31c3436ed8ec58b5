package dev.warmpath.router.admin.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LeasesTest {

    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");

    /** Begins where a monotonic clock may: so that adding a lease to it overflows. */
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);

    private final AtomicReference<Instant> wall = new AtomicReference<>(START);
    private final Leases leases = new Leases(nanos::get, wall::get);

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        wall.updateAndGet(now -> now.plus(time));
    }

    @Test
    void leaseIsOverAtItsEndAndNotBefore() {
        leases.grant("a", Duration.ofSeconds(10));
        leases.grant("b", Duration.ofSeconds(20));
        assertThat(leases.expiry("a")).isEqualTo(START.plusSeconds(10));

        pass(Duration.ofMillis(9_999));
        assertThat(leases.over()).isEmpty();

        pass(Duration.ofMillis(1));
        assertThat(leases.over()).containsExactly("a");
    }

    @Test
    void renewalBeginsAnew() {
        leases.grant("a", Duration.ofSeconds(10));
        pass(Duration.ofSeconds(9));
        leases.grant("a", Duration.ofSeconds(10));
        pass(Duration.ofSeconds(9));

        assertThat(leases.over()).isEmpty();
        assertThat(leases.expiry("a")).isEqualTo(START.plusSeconds(19));
    }

    @Test
    void registrationWithoutTimeEndsTheLeaseAndNotTheWorker() {
        leases.grant("a", Duration.ofSeconds(10));
        leases.grant("a", null);
        pass(Duration.ofDays(1));

        assertThat(leases.over()).isEmpty();
        assertThat(leases.expiry("a")).isNull();
    }

    @Test
    void wallClockThatIsSetEndsNoLease() {
        leases.grant("a", Duration.ofSeconds(10));
        wall.set(START.plus(Duration.ofDays(365)));

        assertThat(leases.over()).isEmpty();
    }
}
