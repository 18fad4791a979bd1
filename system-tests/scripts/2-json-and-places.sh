#!/usr/bin/env bash
# One JSON object; the same digits on 1 and on 4 places.
. "$(dirname "$0")/common.sh"
"$sojourn" run pi 5000 --places 3 --json 2>/dev/null >"$work/json"
check "python reads the object" python3 -m json.tool "$work/json"
check "it says finished" grep -q '"ended":"finished"' "$work/json"
"$sojourn" run pi 5000 --places 1 2>/dev/null >"$work/one"
"$sojourn" run pi 5000 --places 4 2>/dev/null >"$work/four"
check "1 and 4 places give the same digits" cmp "$work/one" "$work/four"
finish
