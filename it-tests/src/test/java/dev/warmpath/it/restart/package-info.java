/** Routers that stop and start again in front of engines that go on. */
@NullMarked
package dev.warmpath.it.restart;

import org.jspecify.annotations.NullMarked;
