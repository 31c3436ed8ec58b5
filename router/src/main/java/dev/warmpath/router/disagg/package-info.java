/**
 * Prefill/decode protocols: which legs a request has, and what each leg's request says. Pure: a protocol turns a request
 * and a choice into a {@link dev.warmpath.router.disagg.LegPlan}; {@code dev.warmpath.router.legs} carries it out.
 */
@NullMarked
package dev.warmpath.router.disagg;

import org.jspecify.annotations.NullMarked;
