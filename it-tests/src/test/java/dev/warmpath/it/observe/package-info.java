/** What operators see: the scrape as a real Prometheus reads it, rules, dashboard. */
@NullMarked
package dev.warmpath.it.observe;

import org.jspecify.annotations.NullMarked;
