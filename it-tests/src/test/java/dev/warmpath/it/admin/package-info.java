/** The admin port held against its own description, and against what callers rely on. */
@NullMarked
package dev.warmpath.it.admin;

import org.jspecify.annotations.NullMarked;
