package dev.warmpath.router.template.scope;

import dev.warmpath.router.template.syntax.Stmt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a body uses a name that its surroundings would have to give it, such as {@code loop} or {@code caller}, at any
 * depth. The first mention in the text decides: a body that sets the name first has its own.
 */
public final class Mentions implements NameWalk.Listener {

    private final String name;
    private @Nullable Boolean read;

    private Mentions(String name) {
        this.name = name;
    }

    public static boolean of(String name, List<Stmt> body) {
        Mentions mentions = new Mentions(name);
        NameWalk.over(body, mentions);
        return Boolean.TRUE.equals(mentions.read);
    }

    @Override
    public void loaded(String mentioned) {
        note(mentioned, true);
    }

    @Override
    public void stored(String mentioned) {
        note(mentioned, false);
    }

    @Override
    public void memberStored(String mentioned) {
        note(mentioned, true);
    }

    private void note(String mentioned, boolean reads) {
        if (read == null && mentioned.equals(name)) {
            read = reads;
        }
    }
}
