/**
 * What a conversation's turns cost until their tokens and block hashes are there: a growing chat, the pipeline that the
 * router itself runs, and its parts one by one. No sockets, no engines. Run by {@code warmpath bench tokenize}.
 */
@NullMarked
package dev.warmpath.it.bench.tokenize;

import org.jspecify.annotations.NullMarked;
