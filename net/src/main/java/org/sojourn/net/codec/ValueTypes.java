package org.sojourn.net.codec;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The value types of the JDK that may always travel, by name. */
final class ValueTypes {
    private static final Set<String> NAMES = Stream.of(
                    "java.lang: Object Boolean Byte Short Character Integer Long Float Double String Void Enum"
                            + " StackTraceElement StringBuilder",
                    "java.lang: Number CharSequence Comparable Iterable Record",
                    "java.lang.constant: Constable ConstantDesc",
                    "java.io: Serializable",
                    "java.util: Collection List Set Map Queue Deque SortedSet SortedMap NavigableSet NavigableMap",
                    "java.util: Map$Entry SequencedCollection SequencedSet SequencedMap Comparator",
                    "java.time.chrono: ChronoLocalDate ChronoLocalDateTime ChronoZonedDateTime",
                    "java.math: BigInteger BigDecimal MathContext RoundingMode",
                    "java.util: UUID Optional OptionalInt OptionalLong OptionalDouble BitSet Date",
                    "java.util: ArrayList LinkedList ArrayDeque PriorityQueue Vector Stack HashSet LinkedHashSet"
                            + " TreeSet",
                    "java.util: HashMap LinkedHashMap TreeMap EnumMap Arrays$ArrayList" + " ArrayList$SubList",
                    "java.util: EnumSet RegularEnumSet JumboEnumSet AbstractMap$SimpleEntry"
                            + " AbstractMap$SimpleImmutableEntry",
                    "java.util: KeyValueHolder Locale Currency TimeZone",
                    "java.net: URI InetAddress Inet4Address Inet6Address InetSocketAddress SocketAddress",
                    "java.io: File",
                    "java.nio.file: Path",
                    "java.nio.charset: Charset",
                    "java.util.regex: Pattern",
                    "java.util.ImmutableCollections$: ListN List12 SetN Set12 MapN Map1 SubList",
                    "java.util.Collections$: EmptyList EmptySet EmptyMap SingletonList SingletonSet SingletonMap"
                            + " CopiesList",
                    "java.util.Collections$: UnmodifiableCollection UnmodifiableList UnmodifiableRandomAccessList"
                            + " UnmodifiableSet",
                    "java.util.Collections$: UnmodifiableSortedSet UnmodifiableMap UnmodifiableSortedMap"
                            + " UnmodifiableSequencedSet",
                    "java.util.Collections$: UnmodifiableNavigableSet UnmodifiableNavigableMap ReverseComparator",
                    "java.util.Collections$: UnmodifiableSequencedCollection UnmodifiableSequencedMap",
                    "java.util.Comparators$: NaturalOrderComparator",
                    "java.util.concurrent: ConcurrentHashMap ConcurrentSkipListMap ConcurrentSkipListSet"
                            + " CopyOnWriteArrayList",
                    "java.util.concurrent: CopyOnWriteArraySet ConcurrentLinkedQueue ConcurrentLinkedDeque TimeUnit",
                    "java.time: Duration Instant LocalDate LocalTime LocalDateTime MonthDay OffsetDateTime OffsetTime"
                            + " Period",
                    "java.time: Year YearMonth ZonedDateTime ZoneOffset ZoneRegion ZoneId DayOfWeek Month",
                    "java.time.temporal: Temporal TemporalAccessor TemporalAdjuster TemporalAmount ChronoUnit"
                            + " ChronoField")
            .flatMap(ValueTypes::expand)
            .collect(Collectors.toUnmodifiableSet());

    private ValueTypes() {}

    static boolean contains(String name) {
        return NAMES.contains(name) || isPlatformFailure(name);
    }

    /** An exception or error of the JDK; that it is one is checked again on the class itself. */
    static boolean isPlatformFailure(String name) {
        return name.startsWith("java.")
                && (name.endsWith("Exception") || name.endsWith("Error") || name.equals("java.lang.Throwable"));
    }

    private static Stream<String> expand(String line) {
        int colon = line.indexOf(':');
        String prefix = line.substring(0, colon);
        String separator = prefix.endsWith("$") ? "" : ".";
        return Stream.of(line.substring(colon + 2).split(" ")).map(name -> prefix + separator + name);
    }
}
