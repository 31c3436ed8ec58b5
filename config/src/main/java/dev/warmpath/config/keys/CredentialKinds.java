package dev.warmpath.config.keys;

import dev.warmpath.config.document.Node;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Kinds;
import dev.warmpath.config.section.Unreadable;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Pattern;

/** How the parts of keys and tokens are written that the router is to know by digest. */
public final class CredentialKinds {

    /** What the keys begin with that {@code warmpath key new} makes. */
    public static final String KEY_PREFIX = "wp-";

    private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern DIGESTS = Pattern.compile("[0-9a-fA-F]{64}");

    private CredentialKinds() {}

    /** Shown in logs and metrics, so it is short and plain, and no key in the wrong place. */
    public static final Kind<String> NAME = new Kind<>() {
        @Override
        public String expected() {
            return "a name of 1 to 64 letters, digits, dots, dashes and underscores";
        }

        @Override
        public String read(Node.Scalar scalar) throws Unreadable {
            String text = scalar.text();
            if (text.startsWith(KEY_PREFIX)) {
                throw new Unreadable("looks like a key, and names are shown", "Write " + expected());
            }
            if (!NAMES.matcher(text).matches()) {
                throw new Unreadable("is not " + expected(), "Write " + expected());
            }
            return text;
        }

        @Override
        public Object write(String name) {
            return name;
        }

        @Override
        public String shown(String text) {
            return text.startsWith(KEY_PREFIX) ? Kinds.MASK : text;
        }
    };

    /** A SHA-256; in lower case once it is read. Never shown: what stands in its place may be the secret itself. */
    public static final Kind<String> DIGEST = new Kind<>() {

        private final Kind<String> secret = Kinds.secret();

        @Override
        public String expected() {
            return "what this prints, not the secret: printf %s \"$SECRET\" | sha256sum";
        }

        @Override
        public String read(Node.Scalar scalar) throws Unreadable {
            String text = secret.read(scalar);
            if (!DIGESTS.matcher(text).matches()) {
                throw new Unreadable("is not a SHA-256 of 64 hexadecimal digits", "Write " + expected());
            }
            return text.toLowerCase(Locale.ROOT);
        }

        @Override
        public Object write(String digest) {
            return secret.write(digest);
        }

        @Override
        public String shown(String text) {
            return secret.shown(text);
        }
    };

    /** A moment, with its offset from UTC: a date alone would leave open when it ends. */
    public static final Kind<Instant> MOMENT = new Kind<>() {
        @Override
        public String expected() {
            return "a time with its offset, such as 2027-01-31T00:00:00Z";
        }

        @Override
        public Instant read(Node.Scalar scalar) throws Unreadable {
            try {
                return OffsetDateTime.parse(scalar.text()).toInstant();
            } catch (DateTimeParseException e) {
                throw new Unreadable("is not " + expected(), "Write " + expected());
            }
        }

        @Override
        public Object write(Instant moment) {
            return moment.toString();
        }
    };
}
