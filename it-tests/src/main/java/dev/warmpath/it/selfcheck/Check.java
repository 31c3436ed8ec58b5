package dev.warmpath.it.selfcheck;

/**
 * One line of the self-check.
 *
 * @param name what operators call it
 * @param ability what is tried
 * @param remedy what to look at when it fails
 */
record Check(String name, Ability ability, String remedy) {}
