package dev.warmpath.config.tls;

import dev.warmpath.config.tls.TlsFileException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The blocks of a PEM file (RFC 7468): {@code -----BEGIN label-----}, Base64, {@code -----END label-----}. */
final class PemFile {

    /** Bundles of all public authorities have some 250 KiB. */
    static final int MAX_BYTES = 4 << 20;

    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";

    private PemFile() {}

    /**
     * One block.
     *
     * @param label what stands between its dashes, such as {@code CERTIFICATE}
     * @param encrypted whether it has the header of a key with a passphrase, as older tools write it
     * @param content decoded; empty if it is not Base64
     */
    record Block(String label, boolean encrypted, byte[] content) {}

    /** All blocks of a file in their order; what stands between them is passed over. */
    static List<Block> read(Path file) throws TlsFileException {
        List<Block> blocks = new ArrayList<>();
        String label = null;
        boolean encrypted = false;
        StringBuilder base64 = new StringBuilder();
        for (String line : text(file).lines().map(String::strip).toList()) {
            if (line.startsWith(BEGIN) && line.endsWith(DASHES) && line.length() > BEGIN.length() + DASHES.length()) {
                label = line.substring(BEGIN.length(), line.length() - DASHES.length());
                encrypted = false;
                base64.setLength(0);
            } else if (label != null && line.startsWith(END)) {
                blocks.add(new Block(label, encrypted, decode(base64.toString())));
                label = null;
            } else if (label != null && line.indexOf(':') >= 0) {
                encrypted |= line.contains("ENCRYPTED");
            } else if (label != null && line.indexOf(',') < 0) {
                base64.append(line);
            }
        }
        return blocks;
    }

    private static byte[] decode(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
    }

    private static String text(Path file) throws TlsFileException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new TlsFileException(
                        Reason.TOO_LARGE,
                        file,
                        "names a file of more than " + MAX_BYTES + " bytes",
                        "Keep only the certificates that are needed");
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException gone) {
            throw new TlsFileException(
                    Reason.MISSING, file, "names a file that is not there", "Put the file there, or correct the path");
        } catch (AccessDeniedException denied) {
            throw new TlsFileException(
                    Reason.UNREADABLE,
                    file,
                    "names a file that this user may not read",
                    "Let the router's user read it");
        } catch (IOException failed) {
            throw new TlsFileException(
                    Reason.UNREADABLE,
                    file,
                    "names a file that cannot be read",
                    "Name a PEM file that the router's user can read");
        }
    }
}
