/**
 * Meters that requests count into on their way: the models they ask for, the choices made for them, their legs, and what
 * answers tell of their engines' caches. The request path calls {@link
 * dev.warmpath.router.observe.request.RouterMetrics}; meters are found in the registry once and kept.
 */
@NullMarked
package dev.warmpath.router.observe.request;

import org.jspecify.annotations.NullMarked;
