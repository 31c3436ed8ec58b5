/** Tests of the shapes that engines turn into chats. */
@NullMarked
package dev.warmpath.router.prompt.form;

import org.jspecify.annotations.NullMarked;
