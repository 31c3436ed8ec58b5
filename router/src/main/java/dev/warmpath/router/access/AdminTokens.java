package dev.warmpath.router.access;

import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admin.AdminToken;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The configured admin tokens, the plain one among them, and the search for the one that a caller gave. */
public final class AdminTokens {

    private final List<AdminToken> tokens = new ArrayList<>();
    private final SecretTable table;

    public AdminTokens(AdminSettings admin) {
        if (admin.token() != null) {
            String digest = SecretTable.digest(admin.token());
            tokens.add(new AdminToken(AdminSettings.PLAIN_TOKEN, digest, AdminToken.Scope.WRITE));
        }
        tokens.addAll(admin.tokens());
        table = new SecretTable(tokens.stream().map(AdminToken::sha256).toList());
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return tokens.isEmpty();
    }

    /** The token that was given, or null when it is none of ours. */
    public @Nullable AdminToken find(String given) {
        int place = table.find(given);
        return place < 0 ? null : tokens.get(place);
    }
}
