package dev.warmpath.config.binding.admin;

import dev.warmpath.config.keys.CredentialKinds;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Kinds;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admin.AdminToken;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The list {@code admin.tokens}. */
final class AdminTokenBinding {

    private static final Kind<AdminToken.Scope> SCOPE =
            Kinds.choice(AdminToken.Scope.values(), scope -> scope.name().toLowerCase(Locale.ROOT));

    private final Set<String> names = new HashSet<>(Set.of(AdminSettings.PLAIN_TOKEN));
    private final Set<String> digests = new HashSet<>();

    private AdminTokenBinding() {}

    static List<AdminToken> tokens(Section admin, List<AdminToken> now) {
        return admin.sections("tokens", now, new AdminTokenBinding()::bind);
    }

    private @Nullable AdminToken bind(Section section, @Nullable AdminToken now) {
        String name = section.required("name", CredentialKinds.NAME, now == null ? null : now.name());
        String digest = section.required("sha256", CredentialKinds.DIGEST, now == null ? null : now.sha256());
        AdminToken.Scope scope = section.required("scope", SCOPE, now == null ? null : now.scope());
        if (name == null || digest == null || scope == null) {
            return null;
        }
        if (!names.add(name)) {
            String message = name.equals(AdminSettings.PLAIN_TOKEN)
                    ? "is how admin.token is called"
                    : "is given to more than one token";
            section.refuse("name", message, name, "Give each token a name of its own");
        }
        if (!digests.add(digest)) {
            section.refuse("sha256", "is that of another token too", null, "Give each name a token of its own");
        }
        return new AdminToken(name, digest, scope);
    }
}
