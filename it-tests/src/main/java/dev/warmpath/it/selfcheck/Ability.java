package dev.warmpath.it.selfcheck;

/** Shows that one thing works on this machine, by doing it. */
@FunctionalInterface
interface Ability {

    /**
     * Does it.
     *
     * @return what was seen, in a few words
     * @throws Exception it did not work; the message says what was seen instead
     */
    String show() throws Exception;
}
