package dev.warmpath.router.poll;

import java.io.IOException;

/** An answer that does not tell a load. */
final class Unreadable extends IOException {

    private static final long serialVersionUID = 1;

    Unreadable(String why) {
        super(why);
    }
}
