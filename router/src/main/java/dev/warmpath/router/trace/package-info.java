/**
 * Traces of requests: a span for each request, for each of its steps, and for each leg, whose context the worker gets in the
 * W3C headers. {@code router.http} and {@code router.legs} tell what happens; no other part knows OpenTelemetry. Off unless
 * configured, and then nothing is made.
 */
@NullMarked
package dev.warmpath.router.trace;

import org.jspecify.annotations.NullMarked;
