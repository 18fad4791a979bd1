#!/usr/bin/env bash
# A stranger's first command: 15,000 right digits of pi from three places. Right by another program: bc, if it is there.
. "$(dirname "$0")/common.sh"
"$sojourn" run pi --places 3 >"$work/pi" || failures=$((failures + 1))
check "15,000 digits behind the point" test "$(head -1 "$work/pi" | tr -d '\n' | wc -c)" = 15002
check "they begin with 3.14159" grep -q '^3\.14159265358979' "$work/pi"
if command -v bc >/dev/null; then
  echo "scale=15020; 4*(4*a(1/5)-a(1/239))" | BC_LINE_LENGTH=0 bc -l | cut -c1-15002 >"$work/bc"
  check "bc says the same" cmp "$work/bc" <(head -1 "$work/pi")
fi
finish
