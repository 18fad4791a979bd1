/**
 * What turns messages, factories and tasks into bytes and back: {@link org.sojourn.net.codec.ForyCodec}, the default,
 * and {@link org.sojourn.net.codec.KryoCodec}. Both keep the same contract, which
 * {@link org.sojourn.net.codec.GraphCodec} states; what may travel is decided by
 * {@link org.sojourn.net.codec.AllowRule}.
 */
@NullMarked
package org.sojourn.net.codec;

import org.jspecify.annotations.NullMarked;
