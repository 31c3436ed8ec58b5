package dev.warmpath.router.prompt.tokens;

/**
 * A token that {@code tokenizer.json} lists beside the vocabulary, and that is found in a text before anything else is
 * done to it.
 *
 * @param content its text, at least one character
 * @param piece its id, alone
 * @param cut how a text is cut at it
 */
record AddedToken(String content, Piece piece, Cut cut) {}
