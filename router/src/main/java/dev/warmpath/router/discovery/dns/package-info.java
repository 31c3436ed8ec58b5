/**
 * Workers that DNS records name. Asks the servers itself and not through the machine's resolver: how long an answer holds,
 * whether a name is empty or the server in trouble, and answers that only fit TCP must be told apart. Depends on Netty's DNS
 * codec, which Vert.x brings.
 */
@NullMarked
package dev.warmpath.router.discovery.dns;

import org.jspecify.annotations.NullMarked;
