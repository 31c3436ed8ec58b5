package dev.warmpath.router.discovery.etcd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.router.discovery.source.FaultReason;
import dev.warmpath.router.discovery.source.SourceFault;
import java.util.Locale;

/** A call that did not go well. No stack trace: it is data. */
final class EtcdFault extends Exception {

    private static final long serialVersionUID = 1;

    private static final int LONGEST = 300;

    private final FaultReason reason;

    EtcdFault(FaultReason reason, String detail) {
        super(detail.length() > LONGEST ? detail.substring(0, LONGEST) + "..." : detail, null, false, false);
        this.reason = reason;
    }

    /** What etcd itself complains of, in the gateway's words. */
    static EtcdFault of(int status, JsonNode answer) {
        JsonNode error = answer.path("error");
        String message = error.path("message").asText(error.isTextual() ? error.asText() : "");
        String text = message.isEmpty() ? answer.path("message").asText("") : message;
        return of(status, text);
    }

    static EtcdFault of(int status, String text) {
        return new EtcdFault(
                forbidden(status, text) ? FaultReason.FORBIDDEN : FaultReason.FAILING, status + " " + text);
    }

    /** A wrong password is a 400 of the gateway, so its words have to tell. */
    private static boolean forbidden(int status, String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return status == 401
                || status == 403
                || lower.contains("permission denied")
                || lower.contains("auth")
                // Where users are asked for, certificates that name one are refused: docs/discovery.md.
                || lower.contains("commonname")
                || lower.contains("user name is empty");
    }

    SourceFault fault(String endpoint) {
        return new SourceFault(reason, endpoint + ": " + getMessage());
    }
}
