/**
 * Workers that register themselves in etcd, by records of the shape that the Infera router reads. Speaks etcd's JSON gateway
 * (v3, etcd 3.4 and later) with the HTTP client that the router has: three calls do not need a gRPC stack beside it.
 */
@NullMarked
package dev.warmpath.router.discovery.etcd;

import org.jspecify.annotations.NullMarked;
