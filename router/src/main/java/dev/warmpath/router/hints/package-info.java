/**
 * What a request says about its own way: how long its prompt is to be kept, and which session it belongs to. Read once per
 * request, turned into a {@link dev.warmpath.scorer.choice.Wish} at each choice by {@code router.http}, and at an explanation by
 * {@code router.admin}. Nothing here reaches a worker, and no hint does more than configuration bounds.
 */
@NullMarked
package dev.warmpath.router.hints;

import org.jspecify.annotations.NullMarked;
