/** Checks of prompts on their way to tokens: {@link dev.warmpath.router.doctor.catalogue.PromptCheck}. */
@NullMarked
package dev.warmpath.router.doctor.check.prompt;

import org.jspecify.annotations.NullMarked;
