package org.sojourn.net.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** As much of DER (X.690) as writing a certificate takes. */
final class Der {
    private static final int LONG_FORM = 0x80;
    private static final int LAST_OF_UTC_TIME = 2049;
    private static final DateTimeFormatter UTC_TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter GENERALIZED_TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    /** Something of a tag, whose content is the parts one after the other. */
    static byte[] tagged(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        byte[] length = BigInteger.valueOf(content.size()).toByteArray();
        if (content.size() < LONG_FORM) {
            out.write(content.size());
        } else {
            int sign = length[0] == 0 ? 1 : 0;
            out.write(LONG_FORM | (length.length - sign));
            out.write(length, sign, length.length - sign);
        }
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }

    static byte[] sequence(byte[]... parts) {
        return tagged(0x30, parts);
    }

    static byte[] set(byte[]... parts) {
        return tagged(0x31, parts);
    }

    static byte[] truth() {
        return tagged(0x01, new byte[] {(byte) 0xFF});
    }

    static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    /** Whole bytes of bits. */
    static byte[] bits(byte[] bytes) {
        return tagged(0x03, new byte[] {0}, bytes);
    }

    /** One bit that is set, of a list of named ones of which the first is number 0: no zeros follow it. */
    static byte[] bit(int number) {
        int last = Byte.SIZE - 1 - number;
        return tagged(0x03, new byte[] {(byte) last, (byte) (1 << last)});
    }

    static byte[] octets(byte[]... parts) {
        return tagged(0x04, parts);
    }

    static byte[] text(String text) {
        return tagged(0x0C, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Numbers with dots. Of the first two one is made. */
    static byte[] identifier(String dotted) {
        String[] numbers = dotted.split("\\.", -1);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.write(Integer.parseInt(numbers[0]) * 40 + Integer.parseInt(numbers[1]));
        for (int i = 2; i < numbers.length; i++) {
            int number = Integer.parseInt(numbers[i]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (number >> shift != 0) {
                    content.write(0x80 | number >> shift & 0x7F);
                }
            }
            content.write(number & 0x7F);
        }
        return tagged(0x06, content.toByteArray());
    }

    /** To the second; in the short form as long as there is one, as certificates want it. */
    static byte[] time(Instant when) {
        boolean isShort = when.atZone(ZoneOffset.UTC).getYear() <= LAST_OF_UTC_TIME;
        String text = (isShort ? UTC_TIME : GENERALIZED_TIME).format(when);
        return tagged(isShort ? 0x17 : 0x18, text.getBytes(StandardCharsets.US_ASCII));
    }
}
