/** What end-to-end tests share: a router's settings for tests, and a router in front of simulated engines. */
@NullMarked
package dev.warmpath.it.support;

import org.jspecify.annotations.NullMarked;
