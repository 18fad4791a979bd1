#!/usr/bin/env bash
# How long four places take to the first user message, beside one JVM that starts four JVMs printing hello. In turn, ten pairs.
. "$(dirname "$0")/common.sh"
mkdir "$work/out"
cat >"$work/Four.java" <<'J'
import java.util.*;
public class Four {
  public static void main(String[] args) throws Exception {
    if (args.length > 0) { System.out.println("hello"); return; }
    List<Process> all = new ArrayList<>();
    for (int i = 0; i < 4; i++)
      all.add(new ProcessBuilder(ProcessHandle.current().info().command().get(), "-cp", System.getProperty("java.class.path"), "Four", "x").inheritIO().start());
    for (Process each : all) each.waitFor();
  }
}
J
cat >"$work/First.java" <<'J'
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;
public class First {
  static class Greeter extends Actor<String> {
    @Override protected void process(String name) { System.out.println("first message at " + System.currentTimeMillis()); exit(); }
  }
  public static void main(String[] args) {
    try (var sojourn = Sojourn.start()) { sojourn.create(sojourn.places().get(3), Greeter::new).send("x"); }
  }
}
J
"$jdk/bin/javac" --release 17 -d "$work/out" -cp "$("$sojourn" classpath)" "$work"/*.java || exit 1
now() { date +%s%3N; }
for pair in 1 2 3 4 5 6 7 8 9 10; do
  from=$(now); "$jdk/bin/java" -cp "$work/out" Four >/dev/null; base=$(($(now) - from))
  from=$(now); CLASSPATH="$work/out" "$sojourn" run First --places 4 >"$work/said" 2>/dev/null
  first=$(($(grep -o '[0-9]*$' "$work/said" | tail -1) - from))
  echo "$base $first"
done >"$work/pairs"
sort -n "$work/pairs" | awk '{ b[NR]=$1 } END { print "baseline    min " b[1] " median " b[int((NR+1)/2)] " max " b[NR] " ms" }'
sort -n -k2 "$work/pairs" | awk '{ f[NR]=$2 } END { print "first mail  min " f[1] " median " f[int((NR+1)/2)] " max " f[NR] " ms" }'
awk '{ print $2/$1 }' "$work/pairs" | sort -n | awk '{ r[NR]=$1 } END { print "ratio       min " r[1] " median " r[int((NR+1)/2)] " max " r[NR] " (goal: 2 or less)" }'
CLASSPATH="$work/out" "$sojourn" run First --places 4 --startup 2>&1 >/dev/null | tail -5
