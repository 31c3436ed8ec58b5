/**
 * What operators change while routers run, so that it holds on all of them: weights, drains, client keys. The admin port
 * and the file of keys tell it what was changed here; {@code router.cluster} carries registers to other routers and
 * brings theirs. Knows nothing of messages.
 */
@NullMarked
package dev.warmpath.router.cluster.shared;

import org.jspecify.annotations.NullMarked;
