/**
 * Host names and who has them now. Workers and event endpoints are configured by name, engines come and go behind the
 * names, and an address that one has left may soon be another's. Called by the event streams and by the router's watch
 * over its workers' names; depends on nothing.
 */
@NullMarked
package dev.warmpath.events.name;

import org.jspecify.annotations.NullMarked;
