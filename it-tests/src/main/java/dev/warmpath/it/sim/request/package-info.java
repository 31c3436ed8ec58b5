/**
 * Requests as an engine understands them: bodies parsed and checked by the rules of SGLang or vLLM, and the errors that
 * each answers with. Used by the HTTP side.
 */
@NullMarked
package dev.warmpath.it.sim.request;

import org.jspecify.annotations.NullMarked;
