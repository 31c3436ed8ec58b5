/**
 * What the router asks of workers besides serving requests: the one way in which it calls them, and their own tokenizers,
 * for models whose prompts cannot be reproduced here.
 */
@NullMarked
package dev.warmpath.router.remote;

import org.jspecify.annotations.NullMarked;
