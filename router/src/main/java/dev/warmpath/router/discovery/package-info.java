/**
 * Workers that come and go by themselves. {@code source} says what a source of workers is, the packages named for a kind of
 * source look there, and the reconciler here moves the fleet to what they say. Started by the server; read by the admin
 * port, the metrics and the doctor. The admin port's registry changes the fleet through {@link
 * dev.warmpath.router.discovery.Members}, too, so that nobody takes out what another has put in.
 */
@NullMarked
package dev.warmpath.router.discovery;

import org.jspecify.annotations.NullMarked;
