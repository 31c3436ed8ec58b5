/**
 * Template text to syntax tree: the lexer with its white-space rules, the parser, the tree. Finds every error that needs
 * no knowledge of filters and values. Called by {@code compile}; depends on {@code fault} and {@code value}.
 */
@NullMarked
package dev.warmpath.router.template.syntax;

import org.jspecify.annotations.NullMarked;
