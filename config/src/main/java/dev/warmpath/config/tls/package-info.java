/**
 * The files that TLS needs: certificates and private keys in PEM, read and held against each other, and what an operator
 * should know about them. The binding reads them when a configuration is loaded, the router when they change. JDK only;
 * no connection is made here.
 */
@NullMarked
package dev.warmpath.config.tls;

import org.jspecify.annotations.NullMarked;
