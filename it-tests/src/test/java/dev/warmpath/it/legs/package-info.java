/**
 * What clients and workers see when legs fail, end to end: a real router between a real HTTP client and scripted
 * workers that do exactly what a test says.
 */
@NullMarked
package dev.warmpath.it.legs;

import org.jspecify.annotations.NullMarked;
