/**
 * Workers that are pods. The only package that knows the Kubernetes client; its informer lists and watches on threads of the
 * client's own.
 */
@NullMarked
package dev.warmpath.router.discovery.kubernetes;

import org.jspecify.annotations.NullMarked;
