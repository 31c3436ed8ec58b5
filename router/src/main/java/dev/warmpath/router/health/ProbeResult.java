package dev.warmpath.router.health;

import dev.warmpath.router.fleet.worker.HealthStatus;

/**
 * How one probe ended.
 *
 * @param detail more of the reason, or empty
 */
record ProbeResult(HealthStatus.Reason reason, String detail) {

    boolean good() {
        return reason == HealthStatus.Reason.OK;
    }
}
