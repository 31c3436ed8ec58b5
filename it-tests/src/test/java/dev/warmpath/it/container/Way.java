package dev.warmpath.it.container;

/** What two containers talk over; each is a network that can be cut. */
enum Way {
    HTTP,
    EVENTS
}
