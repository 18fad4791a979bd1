#!/usr/bin/env bash
# Whoever can reach a port of a run, and has no secret, can do nothing with it: every port of three places at work gets garbage,
# and the run ends as if nothing had been. What a stranger needs more than a socket for, such as valid frames changed byte by
# byte, another secret, another program, or bytes that name a class, the tests of net and host show; they are run here by name.
. "$(dirname "$0")/common.sh"

set -m # as in 4-losses.sh
"$sojourn" run pi 40000 --places 3 >"$work/pi" 2>"$work/err" &
run=$!
working() {
  [ "$(for pid in $(places_of $run); do ps -o cputimes= -p "$pid"; done | awk '$1 >= 1' | wc -l)" = 3 ]
}
check "three places are at work" wait_for working
python3 - $run $(places_of $run) >"$work/ports" <<'P'
import os, random, re, socket, struct, sys

def listening(pid):
    """The loopback TCP ports at which a process listens."""
    inodes = set()
    for fd in os.listdir(f"/proc/{pid}/fd"):
        try:
            found = re.match(r"socket:\[(\d+)\]", os.readlink(f"/proc/{pid}/fd/{fd}"))
        except OSError:
            continue
        if found:
            inodes.add(found.group(1))
    ports = set()
    for table in ("tcp", "tcp6"):
        for line in open(f"/proc/net/{table}").readlines()[1:]:
            words = line.split()
            if words[3] == "0A" and words[9] in inodes:
                ports.add(int(words[1].split(":")[1], 16))
    return ports

chance = random.Random(5)
bombs = [b"", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", b"\xac\xed\x00\x05sr\x00\x01x",
         struct.pack(">i", 2**31 - 1), struct.pack(">i", -1), struct.pack(">q", 2**40), b"\x00" * 4096, b"\xff" * 65536]
for pid in sys.argv[1:]:
    for port in sorted(listening(pid)):
        sent = 0
        for attack in bombs + [chance.randbytes(chance.randint(1, 4096)) for _ in range(200)]:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=10) as stranger:
                    stranger.sendall(attack)
                    sent += 1
            except OSError:
                pass # refused, or cut off while it spoke: both are right
        print(port, pid, sent)
P
while read -r port pid sent; do
  echo "        port $port of process $pid has heard $sent strangers"
done <"$work/ports"
# The launcher keeps its door open, as places may join later.
check "the launcher and each of three places were spoken to" test "$(cut -d' ' -f2 "$work/ports" | sort -u | wc -l)" = 4
check "the run still goes on" kill -0 $run
wait $run
check "the run ends with status 0, its digits checked by another formula" test $? = 0
check "40,000 digits behind the point" test "$(head -1 "$work/pi" | tr -d '\n' | wc -c)" = 40002
grep -E 'WARNING|refused' "$work/err" | head -3

tests='HandshakeTest,HostilePeerTest,SocketFuzzTest,EntranceTest,HostileTlsTest,HostileLinkTest,JGroupsMembershipTest#place_withAnotherSecret*,ControlTest'
for codec in ForyHostileBytesTest KryoHostileBytesTest; do
  tests="$tests,$codec#canary*+definition*+mutated*"
done
touch "$work/from"
(cd "$top" && mvn -q -B -ntp test -pl net,host -am -Dtest="$tests" -Dsurefire.failIfNoSpecifiedTests=false \
  -Dtests.on17.skip=true) >"$work/maven" 2>&1 || tail -30 "$work/maven"
find "$top"/net/target "$top"/host/target -path '*/surefire-reports/TEST-*.xml' -newer "$work/from" | sort >"$work/reports"
python3 - "$work/reports" >"$work/results" <<'P'
import re, sys
import xml.etree.ElementTree as tree
for report in open(sys.argv[1]).read().split():
    for case in tree.parse(report).iter("testcase"):
        good = not any(case.find(bad) is not None for bad in ("failure", "error", "skipped"))
        # subject_condition_outcome(Parameter), in words
        words = re.sub(r"[({].*", "", case.get("name")).split("_")
        words = [re.sub(r"(?<=[a-zA-Z0-9])(?=[A-Z])", " ", word).lower() for word in words]
        print("true" if good else "false", case.get("classname").split(".")[-1] + ":", " ".join(words[:-1]) + ",", words[-1])
P
while read -r good what; do
  check "$what" "$good"
done <"$work/results"
for name in HandshakeTest HostilePeerTest SocketFuzzTest EntranceTest HostileTlsTest HostileLinkTest JGroupsMembershipTest ControlTest ForyHostileBytesTest KryoHostileBytesTest; do
  check "$name was run" grep -q " $name:" "$work/results"
done
finish
