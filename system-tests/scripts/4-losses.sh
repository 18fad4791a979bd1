#!/usr/bin/env bash
# A place killed, Ctrl-C, a taken port, two runs at once: each as promised, and nothing left behind.
. "$(dirname "$0")/common.sh"

set -m # a background job of a script would ignore SIGINT

begin() { # begin ARGS...: a long run in the background; its places compute
  "$sojourn" run pi 60000 --places 3 "$@" >"$work/out" 2>"$work/err" &
  run=$!
  wait_for computing
  pids=$(places_of $run)
}

# Three places that have used three seconds of processor time each.
computing() {
  [ "$(for pid in $(places_of $run); do ps -o cputimes= -p "$pid"; done | awk '$1 >= 3' | wc -l)" = 3 ]
}

gone() {
  for pid in $pids; do
    kill -0 "$pid" 2>/dev/null && return 1
  done
  return 0
}

begin
kill -9 "$(echo "$pids" | tail -1)"
wait $run
check "a killed place ends the run with status 4" test $? = 4
check "it is named, with what lived there" grep -qE 'p[12] was lost .*; there lived' "$work/err"
check "nothing is left" wait_for gone
tail -3 "$work/err"

begin --no-verdict
kill -9 "$(echo "$pids" | tail -1)"
wait $run
check "the same by views alone" test $? = 4
check "nothing is left" wait_for gone

begin
kill -INT $run
wait $run
check "Ctrl-C ends with 130" test $? = 130
check "nothing is left" wait_for gone

begin
kill -9 $run
wait $run 2>/dev/null
check "a killed launcher leaves nothing behind" wait_for gone

python3 - "$work/port" <<'P' &
import socket, sys, time
s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen()
open(sys.argv[1], "w").write(str(s.getsockname()[1]))
time.sleep(30)
P
holder=$!
wait_for test -s "$work/port"
echo "selectorSystem { init { place: p0, hostname: localhost, port: $(cat "$work/port") } }" >"$work/places.conf"
"$sojourn" run buffer --config "$work/places.conf" 2>"$work/err"
check "a taken port is status 2" test $? = 2
check "and a sentence that names it" grep -q "port $(cat "$work/port")" "$work/err"
kill $holder
cat "$work/err"

"$sojourn" run pi 1000 --places 3 >"$work/a" 2>/dev/null &
one=$!
"$sojourn" run pi 1000 --places 3 >"$work/b" 2>/dev/null
check "two runs at once: the second" test $? = 0
wait $one
check "two runs at once: the first" test $? = 0
check "both right" cmp "$work/a" "$work/b"
finish
