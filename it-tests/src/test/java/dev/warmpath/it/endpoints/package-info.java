/** Endpoints beside chats and completions, as clients meet them: who answers, how errors look, what is counted. */
@NullMarked
package dev.warmpath.it.endpoints;

import org.jspecify.annotations.NullMarked;
