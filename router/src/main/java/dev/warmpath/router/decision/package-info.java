/**
 * What is told of single choices: the sampled decision log, and the summary in an answer's header for those who may ask. {@code
 * router.http} calls it. It knows choices and prompts of {@code scorer}, and never what a prompt says.
 */
@NullMarked
package dev.warmpath.router.decision;

import org.jspecify.annotations.NullMarked;
