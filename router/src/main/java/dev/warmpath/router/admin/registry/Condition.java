package dev.warmpath.router.admin.registry;

/** What a change depends on: the revision of what it changes. Looked at under the same lock as the change is made. */
public interface Condition {

    boolean holds(String revision);
}
