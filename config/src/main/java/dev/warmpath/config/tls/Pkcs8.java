package dev.warmpath.config.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Puts the older encodings of private keys into PKCS#8, the only one that the JDK reads: {@code SEQUENCE {INTEGER 0,
 * SEQUENCE {algorithm, parameters}, OCTET STRING {the older encoding}}} (RFC 5208, 5, in DER).
 */
final class Pkcs8 {

    private static final int INTEGER = 0x02;
    private static final int OCTET_STRING = 0x04;
    private static final int SEQUENCE = 0x30;
    /** {@code parameters} of an EC key (RFC 5915, 3). */
    private static final int PARAMETERS = 0xA0;

    /** 1.2.840.113549.1.1.1 and its NULL parameters (RFC 8017, A.1). */
    private static final byte[] RSA = HexFormat.of().parseHex("06092a864886f70d0101010500");
    /** 1.2.840.10045.2.1 (RFC 5480, 2.1.1); the curve follows. */
    private static final byte[] EC = HexFormat.of().parseHex("06072a8648ce3d0201");

    private static final byte[] NOT_A_KEY = {};

    private Pkcs8() {}

    static byte[] ofPkcs1(byte[] key) {
        return of(RSA, key);
    }

    /** An EC key that names its curve; empty for one that does not, or that is no such key. */
    static byte[] ofSec1(byte[] key) {
        try {
            ByteBuffer fields = content(ByteBuffer.wrap(key), SEQUENCE);
            content(fields, INTEGER);
            content(fields, OCTET_STRING);
            ByteBuffer curve = content(fields, PARAMETERS);
            byte[] name = new byte[curve.remaining()];
            curve.get(name);
            return of(joined(EC, name), key);
        } catch (BufferUnderflowException | IllegalArgumentException notSec1) {
            return NOT_A_KEY;
        }
    }

    private static byte[] of(byte[] algorithm, byte[] key) {
        byte[] version = value(INTEGER, new byte[] {0});
        return value(SEQUENCE, joined(version, value(SEQUENCE, algorithm), value(OCTET_STRING, key)));
    }

    /** Reads one value of the given tag and leaves the buffer behind it. */
    private static ByteBuffer content(ByteBuffer in, int tag) {
        if ((in.get() & 0xFF) != tag) {
            throw new IllegalArgumentException();
        }
        int length = in.get() & 0xFF;
        if (length >= 0x80) {
            int bytes = length & 0x7F;
            length = 0;
            for (int i = 0; i < bytes; i++) {
                length = (length << 8) | (in.get() & 0xFF);
            }
        }
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException();
        }
        ByteBuffer content = in.slice(in.position(), length);
        in.position(in.position() + length);
        return content;
    }

    private static byte[] value(int tag, byte[] content) {
        return joined(new byte[] {(byte) tag}, length(content.length), content);
    }

    /** As short as it can be, which DER asks for. */
    private static byte[] length(int length) {
        if (length < 0x80) {
            return new byte[] {(byte) length};
        }
        byte[] digits = BigInteger.valueOf(length).toByteArray();
        int skipped = digits[0] == 0 ? 1 : 0;
        byte[] significant = Arrays.copyOfRange(digits, skipped, digits.length);
        return joined(new byte[] {(byte) (0x80 | significant.length)}, significant);
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            whole.writeBytes(part);
        }
        return whole.toByteArray();
    }
}
