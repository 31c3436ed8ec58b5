package dev.warmpath.router.cluster.wire;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signs messages with the secret that all members know, and refuses those that are not: HMAC-SHA256 behind the bytes.
 * Who reaches the port and does not know the secret can neither move load nor change weights, drains or keys. What was said
 * once and is said again is found out by its sequence number, and by the {@link Greeting} that its sender cannot have known.
 * One thread.
 */
public final class Seal {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int LENGTH = 32;

    private final @Nullable Mac mac;

    /** @param secret null for messages that are not signed */
    public Seal(@Nullable String secret) {
        this.mac = secret == null ? null : mac(secret);
    }

    /**
     * A name for the group of those that know the secret, from which it cannot be told: members of another one are not
     * even let in.
     */
    public static String groupName(@Nullable String secret) {
        if (secret == null) {
            return "warmpath";
        }
        byte[] digest = mac(secret).doFinal("group".getBytes(StandardCharsets.UTF_8));
        return "warmpath-" + HexFormat.of().formatHex(digest, 0, 16);
    }

    Buffer sign(Buffer message) {
        return mac == null ? message : message.appendBytes(mac.doFinal(message.getBytes()));
    }

    /** The message without its signature. */
    byte[] open(byte[] signed) throws RefusedMessage {
        if (mac == null) {
            return signed;
        }
        int end = signed.length - LENGTH;
        if (end < 0) {
            throw new RefusedMessage(Refused.UNSIGNED);
        }
        mac.update(signed, 0, end);
        if (!MessageDigest.isEqual(mac.doFinal(), Arrays.copyOfRange(signed, end, signed.length))) {
            throw new RefusedMessage(Refused.UNSIGNED);
        }
        return Arrays.copyOf(signed, end);
    }

    /** Signs under this secret. Every use says first what it signs for, so that no signature serves for another use. */
    public static Mac mac(String secret) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return mac;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
        }
    }
}
