#!/usr/bin/env bash
# Places join, leave and come back while a bounded buffer passes numbers on and a crew hears broadcasts. Nothing gets lost or out of
# order, every member hears all that is said while it is there, and the run ends well.
. "$(dirname "$0")/common.sh"
mkdir "$work/out"
cat >"$work/Coming.java" <<'J'
import java.time.Duration;
import java.util.*;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;
public class Coming {
  record Put(int item) {}
  record Take(ReplyTo<Integer> asker) {}
  record Said(int number) {}
  record Heard(Place where, int number) {}
  record Tick() {}

  /** Lives at p1 first, and is moved as places leave. */
  static class Buffer extends Selector<Object> {
    static final Mailbox<Put> PUTS = Mailbox.of("puts", Put.class);
    static final Mailbox<Take> TAKES = Mailbox.of("takes", Take.class).initiallyDisabled();
    private final Deque<Integer> items = new ArrayDeque<>();
    Buffer() { super(PUTS, TAKES); }
    @Override protected void process(Object message) {
      if (message instanceof Put put) items.addLast(put.item());
      else if (message instanceof Take take) take.asker().reply(items.removeFirst());
      setEnabled(PUTS, items.size() < 8);
      setEnabled(TAKES, !items.isEmpty());
    }
  }

  static class Member extends Actor<Said> {
    private final Handle<Object> counter;
    Member(Handle<Object> counter) { this.counter = counter; }
    @Override protected void process(Said said) { counter.send(new Heard(here(), said.number())); }
  }

  /** At the init place: puts, takes, says, and checks. */
  static class Counter extends Actor<Object> {
    private final int last;
    private final Handle<Object> buffer;
    private final Crew<Said> crew;
    private final Map<Place, Integer> heard = new TreeMap<>();
    private final Set<Place> places = new TreeSet<>();
    private final org.sojourn.selectors.Timer timer;
    private int put, taken, wrong;
    Counter(int last, Handle<Object> buffer) {
      this.last = last;
      this.buffer = buffer;
      Handle<Object> me = self();
      this.crew = system().createCrew(() -> new Member(me));
      this.timer = every(Duration.ofMillis(20), new Tick());
    }
    @Override protected void process(Object message) {
      if (message instanceof Tick && put < last) {
        buffer.send(new Put(put));
        crew.broadcast(new Said(put));
        int expected = put++;
        buffer.<Integer>request(Take::new, Duration.ofMinutes(2)).thenAccept(item -> {
          if (item != expected) wrong++;
          if (++taken == last) done();
        });
      } else if (message instanceof Heard one) {
        // What is said in a row is heard in a row, from whatever number on a member is there.
        Integer before = heard.put(one.where(), one.number());
        if (before != null && one.number() <= before) wrong++;
        places.add(one.where());
      }
    }
    private void done() {
      timer.cancel();
      crew.stop();
      buffer.stop();
      System.out.println("taken " + taken + ", wrong " + wrong + ", heard at " + places);
      exit();
    }
  }

  public static void main(String[] args) {
    try (var sojourn = Sojourn.start()) {
      Handle<Object> buffer = sojourn.create(sojourn.places().get(1), Buffer::new);
      int last = Integer.parseInt(args[0]);
      sojourn.create(() -> new Counter(last, buffer));
    }
  }
}
J
"$jdk/bin/javac" --release 17 -d "$work/out" -cp "$("$sojourn" classpath)" "$work/Coming.java" || exit 1
CLASSPATH="$work/out" "$sojourn" run Coming 3000 --places 2 --max-places 6 >"$work/said" 2>"$work/errors" &
launcher=$!
trap 'kill "$launcher" 2>/dev/null; rm -rf "$work"' EXIT
listed() { "$sojourn" status 2>/dev/null | grep -q Coming; }
check "the run goes on" wait_for listed
check "p2 joins" "$sojourn" place --join
check "p3 joins" "$sojourn" place --join
check "p1, where the buffer lives, leaves" "$sojourn" place --leave p1
check "p1 comes back" "$sojourn" place --join --as p1
check "p2 leaves" "$sojourn" place --leave p2
check "p3 leaves" "$sojourn" place --leave p3
check "p3 comes back" "$sojourn" place --join --as p3
check "p9 can't leave: it isn't there" sh -c '! "$1" place --leave p9' sh "$sojourn"
wait "$launcher"
check "the run ends with status 0" test $? = 0
check "each number was taken once, in order" grep -q 'taken 3000, wrong 0' "$work/said"
check "all places have heard something" grep -q 'heard at \[p0, p1, p2, p3\]' "$work/said"
check "nothing was lost" sh -c '! grep -qi "was lost" "$1"' sh "$work/errors"
[ "$failures" = 0 ] || cat "$work/said" "$work/errors"
finish
