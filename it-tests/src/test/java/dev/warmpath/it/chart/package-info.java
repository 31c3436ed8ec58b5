/** The Helm chart of docker/kubernetes, rendered by Helm itself and held against what it promises. */
@NullMarked
package dev.warmpath.it.chart;

import org.jspecify.annotations.NullMarked;
