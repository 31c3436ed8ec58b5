package dev.warmpath.router.template.scope;

import dev.warmpath.router.template.syntax.Stmt;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All names that statements read, at any depth, those that they set themselves among them. */
public final class Reads implements NameWalk.Listener {

    private final Set<String> names = new LinkedHashSet<>();
    private boolean setsMembers;

    private Reads() {}

    /** The names, or null when the statements set an attribute of a namespace, which others may read. */
    public static @Nullable Set<String> of(List<Stmt> body) {
        return of(new Stmt.Signature(List.of(), List.of()), body);
    }

    /** The same of a macro, what its parameters are without an argument included. */
    public static @Nullable Set<String> of(Stmt.Signature signature, List<Stmt> body) {
        Reads reads = new Reads();
        signature.defaults().forEach(value -> Names.read(value, reads::loaded));
        NameWalk.over(body, reads);
        return reads.setsMembers ? null : reads.names;
    }

    @Override
    public void loaded(String name) {
        names.add(name);
    }

    @Override
    public void stored(String name) {
        // A block's own variable, gone at its end.
    }

    @Override
    public void memberStored(String name) {
        setsMembers = true;
    }
}
