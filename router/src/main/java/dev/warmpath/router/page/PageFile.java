package dev.warmpath.router.page;

import io.vertx.core.buffer.Buffer;

/**
 * One file of the page as it is sent.
 *
 * @param type of its content, with a charset where it is text
 * @param tag strong entity tag, in quotes
 * @param lasting whether its address changes with its content, so that browsers may keep it
 */
record PageFile(String type, Buffer content, String tag, boolean lasting) {}
