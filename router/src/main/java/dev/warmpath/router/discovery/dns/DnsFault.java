package dev.warmpath.router.discovery.dns;

import dev.warmpath.router.discovery.source.FaultReason;
import dev.warmpath.router.discovery.source.SourceFault;

/** A question that nobody answered. No stack trace: it is data. */
final class DnsFault extends Exception {

    private static final long serialVersionUID = 1;

    private final transient SourceFault fault;

    DnsFault(FaultReason reason, String detail) {
        super(detail, null, false, false);
        this.fault = new SourceFault(reason, detail);
    }

    SourceFault fault() {
        return fault;
    }
}
