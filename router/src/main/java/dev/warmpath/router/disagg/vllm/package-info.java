/**
 * The protocols of vLLM's KV connectors. Fields and order: sections E.1 and E.3 of the reference notes on engines.
 * Depends on {@code disagg}; used by {@code legs}.
 */
@NullMarked
package dev.warmpath.router.disagg.vllm;

import org.jspecify.annotations.NullMarked;
