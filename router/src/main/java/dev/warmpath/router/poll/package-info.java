/**
 * Asks engines for their own load, where that is configured: vLLM's scrape page, SGLang's load report; or listens
 * to SGLang's load stream. Knows the formats; what was told goes to {@link dev.warmpath.router.load}. Runs beside requests and never in their way.
 */
@NullMarked
package dev.warmpath.router.poll;

import org.jspecify.annotations.NullMarked;
