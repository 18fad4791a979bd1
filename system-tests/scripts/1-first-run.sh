#!/usr/bin/env bash
# A stranger's first command: 15,000 right digits of pi from three places. Right by another program: bc, if it is there.
# With the argument "fresh" all is done in a fresh clone with an empty Maven repository, and all tests are run: many minutes.
. "$(dirname "$0")/common.sh"
if [ "${1:-}" = fresh ]; then
  git clone -q "$top" "$work/clone" || exit 1
  export MAVEN_OPTS="${MAVEN_OPTS:-} -Dmaven.repo.local=$work/repository"
  sojourn="$work/clone/sojourn"
fi
"$sojourn" run pi --places 3 >"$work/pi" || failures=$((failures + 1))
check "15,000 digits behind the point" test "$(head -1 "$work/pi" | tr -d '\n' | wc -c)" = 15002
check "they begin with 3.14159" grep -q '^3\.14159265358979' "$work/pi"
if command -v bc >/dev/null; then
  echo "scale=15020; 4*(4*a(1/5)-a(1/239))" | BC_LINE_LENGTH=0 bc -l | cut -c1-15002 >"$work/bc"
  check "bc says the same" cmp "$work/bc" <(head -1 "$work/pi")
fi
if [ "${1:-}" = fresh ]; then
  (cd "$work/clone" && mvn -B -ntp verify) >"$work/verify" 2>&1
  check "mvn verify is green" test $? = 0
  grep -E '^\[(ERROR|WARNING)\] +Tests|BUILD' "$work/verify" | tail -5
fi
finish
