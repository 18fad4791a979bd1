package org.sojourn.kernel.port;

/**
 * A value in bytes.
 *
 * @param bytes belong to the holder
 * @param classes the numbers of the classes that the bytes refer to, each once; a receiver must know them before
 */
public record Encoded(byte[] bytes, int[] classes) {}
