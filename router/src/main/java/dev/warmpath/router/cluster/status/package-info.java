/**
 * What this router knows of the cluster, as metrics, doctor and answers show it: {@link
 * dev.warmpath.router.cluster.status.ClusterStatus} is made anew now and then, and read by any thread.
 */
@NullMarked
package dev.warmpath.router.cluster.status;

import org.jspecify.annotations.NullMarked;
