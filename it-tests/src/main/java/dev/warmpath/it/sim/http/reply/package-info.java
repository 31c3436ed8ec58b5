/**
 * Answers of the generating endpoints, whole and as streams, each as the engines write it: chats and completions,
 * responses, messages, and the engines' own. Used by {@code generate}, which brings tokens; depends on no endpoint.
 */
@NullMarked
package dev.warmpath.it.sim.http.reply;

import org.jspecify.annotations.NullMarked;
