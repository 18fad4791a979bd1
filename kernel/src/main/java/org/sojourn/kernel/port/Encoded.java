package org.sojourn.kernel.port;

/**
 * A value in bytes.
 *
 * @param bytes the value; belongs to the holder
 * @param classes the numbers of the classes that the bytes refer to, each once; a receiver must have had them defined
 */
public record Encoded(byte[] bytes, int[] classes) {}
