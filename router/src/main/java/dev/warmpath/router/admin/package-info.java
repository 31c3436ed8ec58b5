/**
 * The admin port: who may call, which resource serves what, and those resources that need no more than a class. Reads what
 * other packages publish; decides nothing itself. A resource with an answer of its own has a package: {@code workers}, {@code
 * weights}, {@code explain}.
 */
@NullMarked
package dev.warmpath.router.admin;

import org.jspecify.annotations.NullMarked;
