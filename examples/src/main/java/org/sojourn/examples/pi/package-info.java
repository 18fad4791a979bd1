/**
 * The digits of pi by master and workers (Savina's Pi Precision): workers extract hexadecimal digits, each range
 * by itself, and ask for the next range when done; the master puts the ranges together, turns them into decimals
 * and compares them with what another series gives.
 */
@NullMarked
package org.sojourn.examples.pi;

import org.jspecify.annotations.NullMarked;
