@NullMarked
package dev.warmpath.it.docs.site;

import org.jspecify.annotations.NullMarked;
