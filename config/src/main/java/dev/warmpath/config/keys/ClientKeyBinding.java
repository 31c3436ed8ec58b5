package dev.warmpath.config.keys;

import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.server.ClientKey;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A list of client keys. */
public final class ClientKeyBinding {

    /** Each request's key is compared with all of them. */
    static final int MOST = 1_000;

    private final Set<String> names = new HashSet<>();
    private final Set<String> digests = new HashSet<>();

    /** @param present keys that there are already, from another list */
    public ClientKeyBinding(List<ClientKey> present) {
        for (ClientKey key : present) {
            names.add(key.name());
            digests.add(key.sha256());
        }
    }

    /** The list that stands at {@code list}. */
    public List<ClientKey> keys(Section section, String list, List<ClientKey> now) {
        return section.sections(list, now, this::bind);
    }

    private @Nullable ClientKey bind(Section section, @Nullable ClientKey now) {
        String name = section.required("name", CredentialKinds.NAME, now == null ? null : now.name());
        String digest = section.required("sha256", CredentialKinds.DIGEST, now == null ? null : now.sha256());
        Instant expires = section.optional("expires", CredentialKinds.MOMENT, now == null ? null : now.expires());
        if (name == null || digest == null) {
            return null;
        }
        if (!names.add(name)) {
            section.refuse("name", "is given to more than one key", name, "Give each key a name of its own");
        } else if (names.size() == MOST + 1) {
            section.refuse("name", "is that of one key too many", name, "Keep at most " + MOST + " keys in all");
        }
        if (!digests.add(digest)) {
            section.refuse("sha256", "is that of another key too", null, "Give each name a key of its own");
        }
        return new ClientKey(name, digest, expires);
    }
}
