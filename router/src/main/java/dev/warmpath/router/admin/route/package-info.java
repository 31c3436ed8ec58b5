/**
 * What can be asked of the admin port: its operations, and which of them a method and a path name. Called by the port and
 * by tests that hold the port against its OpenAPI document; knows neither what serves an operation nor who may call it.
 */
@NullMarked
package dev.warmpath.router.admin.route;

import org.jspecify.annotations.NullMarked;
