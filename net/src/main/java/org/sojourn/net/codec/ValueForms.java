package org.sojourn.net.codec;

import java.io.File;
import java.math.MathContext;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.AbstractMap.SimpleEntry;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Collection;
import java.util.Collections;
import java.util.Currency;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.MalformedException;

/**
 * Forms of the JDK's value types that libraries write in ways of their own, or not at all: one form each, whatever the library.
 *
 * <p>A path, a character set and a time zone are objects of classes that differ between platforms, so they travel in the slot of the
 * type that programs know. Nothing here looks a name up: an address comes with the name that it has, or without.
 */
final class ValueForms {
    private static final Class<?> PATH = FileSystems.getDefault().getPath("").getClass();
    private static final Class<?> ZONE = TimeZone.getTimeZone("UTC").getClass();
    private static final Map<Class<?>, Form> FORMS = new HashMap<>();

    static {
        Form path =
                new TextForm(Object::toString, text -> FileSystems.getDefault().getPath(text));
        FORMS.put(PATH, path);
        FORMS.put(Path.class, path);
        FORMS.put(StringBuilder.class, new BuilderForm());
        FORMS.put(File.class, new TextForm(Object::toString, File::new));
        FORMS.put(URI.class, new TextForm(Object::toString, URI::create));
        FORMS.put(Currency.class, new TextForm(value -> ((Currency) value).getCurrencyCode(), Currency::getInstance));
        FORMS.put(Charset.class, new TextForm(value -> ((Charset) value).name(), Charset::forName));
        FORMS.put(TimeZone.class, new TextForm(value -> ((TimeZone) value).getID(), TimeZone::getTimeZone));
        FORMS.put(ZONE, new TextForm(value -> ((TimeZone) value).getID(), TimeZone::getTimeZone));
        FORMS.put(MathContext.class, new TextForm(Object::toString, MathContext::new));
        FORMS.put(ConcurrentLinkedQueue.class, new QueueForm(ConcurrentLinkedQueue::new));
        FORMS.put(ConcurrentLinkedDeque.class, new QueueForm(ConcurrentLinkedDeque::new));
        FORMS.put(StackTraceElement.class, new FrameForm());
        Class<?> copies = Collections.nCopies(1, 1).getClass();
        FORMS.put(copies, Objects.requireNonNull(JdkForms.formOf(copies)));
        FORMS.put(
                Map.entry(1, 1).getClass(),
                new PairForm((key, value) -> Map.entry(Objects.requireNonNull(key), Objects.requireNonNull(value))));
        FORMS.put(SimpleEntry.class, new PairForm(SimpleEntry::new));
        FORMS.put(SimpleImmutableEntry.class, new PairForm(SimpleImmutableEntry::new));
        FORMS.put(Pattern.class, new PatternForm());
        FORMS.put(Locale.class, new LocaleForm());
        FORMS.put(Inet4Address.class, new AddressForm());
        FORMS.put(Inet6Address.class, new AddressForm());
        FORMS.put(InetSocketAddress.class, new SocketAddressForm());
    }

    private ValueForms() {}

    static @Nullable Form formOf(Class<?> type) {
        return FORMS.get(Charset.class.isAssignableFrom(type) ? Charset.class : type);
    }

    /** The class whose number is written for such a value; null for any other. */
    static @Nullable Class<?> slotOf(Class<?> type) {
        if (Charset.class.isAssignableFrom(type)) {
            return Charset.class;
        }
        return type == PATH ? Path.class : type == ZONE ? TimeZone.class : null;
    }

    /** Text that is being put together. It equals no copy of it. */
    private static final class BuilderForm implements Form {
        @Override
        public void write(Object value, Output out) {
            out.text(value.toString());
        }

        @Override
        public Object read(Input in) {
            StringBuilder read = new StringBuilder(TextForm.text(in));
            in.made(read);
            return read;
        }
    }

    /** Queues that a library would take apart by the hooks of Java's own serialisation. */
    private record QueueForm(Supplier<Collection<Object>> maker) implements Form {
        @Override
        public void write(Object value, Output out) {
            Object[] all = ((Collection<?>) value).toArray(); // others may add to it meanwhile
            out.number(all.length);
            for (Object each : all) {
                out.value(each);
            }
        }

        @Override
        public Object read(Input in) {
            Collection<Object> queue = maker.get();
            in.made(queue);
            for (int i = in.count(); i > 0; i--) {
                Object each = in.value();
                if (each == null) {
                    throw new MalformedException("a null in a queue that holds none");
                }
                queue.add(each);
            }
            return queue;
        }
    }

    /** Entries, which no library can take apart. */
    private record PairForm(BiFunction<@Nullable Object, @Nullable Object, Object> decode) implements Form {
        @Override
        public void write(Object value, Output out) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
            out.value(entry.getKey());
            out.value(entry.getValue());
        }

        @Override
        public Object read(Input in) {
            Object key = in.value();
            return decode.apply(key, in.value());
        }
    }

    /** By its tag; the few that no tag says all of, such as those with odd variants, by language, country and variant. */
    private static final class LocaleForm implements Form {
        @Override
        public void write(Object value, Output out) {
            Locale locale = (Locale) value;
            String tag = locale.toLanguageTag();
            boolean isByTag = Locale.forLanguageTag(tag).equals(locale);
            out.text(isByTag ? tag : null);
            if (!isByTag) {
                out.text(locale.getLanguage());
                out.text(locale.getCountry());
                out.text(locale.getVariant());
            }
        }

        @Override
        public Object read(Input in) {
            String tag = in.text();
            if (tag != null) {
                return Locale.forLanguageTag(tag);
            }
            String language = TextForm.text(in);
            String country = TextForm.text(in);
            return new Locale(language, country, TextForm.text(in));
        }
    }

    private static final class AddressForm implements Form {
        private static final int OLD_BYTES = 4;
        private static final int NEW_BYTES = 16;

        @Override
        public void write(Object value, Output out) {
            InetAddress address = (InetAddress) value;
            String shown = address.toString(); // unlike getHostName, this looks nothing up
            int slash = shown.lastIndexOf('/');
            out.text(slash > 0 ? shown.substring(0, slash) : null);
            byte[] bytes = address.getAddress();
            out.number(bytes.length);
            for (byte each : bytes) {
                out.number(each);
            }
            out.number(address instanceof Inet6Address scoped ? scoped.getScopeId() : 0);
        }

        @Override
        public Object read(Input in) {
            String host = in.text();
            long length = in.number();
            if (length != OLD_BYTES && length != NEW_BYTES) {
                throw new MalformedException("an address of " + length + " bytes; it has 4 or 16");
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) length);
            while (bytes.hasRemaining()) {
                bytes.put((byte) in.number());
            }
            int scope = Math.toIntExact(in.number());
            try {
                return scope > 0
                        ? Inet6Address.getByAddress(host, bytes.array(), scope)
                        : InetAddress.getByAddress(host, bytes.array());
            } catch (UnknownHostException e) {
                throw new MalformedException("an address of " + length + " bytes in scope " + scope, e);
            }
        }
    }

    private static final class SocketAddressForm implements Form {
        @Override
        public void write(Object value, Output out) {
            InetSocketAddress address = (InetSocketAddress) value;
            out.number(address.getPort());
            out.value(address.isUnresolved() ? address.getHostString() : address.getAddress());
        }

        @Override
        public Object read(Input in) {
            int port = Math.toIntExact(in.number());
            Object host = Objects.requireNonNullElse(in.value(), "");
            if (host instanceof InetAddress known) {
                return new InetSocketAddress(known, port);
            }
            return InetSocketAddress.createUnresolved(host.toString(), port);
        }
    }
}
