# Shared by the scripts beside it: where the command is, and how a check is reported.
set -u
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
sojourn="$top/sojourn"
# The JDK that the command finds; a user's own programs are compiled with it too, whatever is on the path.
eval "$(sed -n '/^find_jdk()/,/^}/p' "$sojourn")"
jdk=$(find_jdk)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

check() { # check WHAT COMMAND...
  local what=$1
  shift
  if "$@" >/dev/null 2>&1; then
    printf 'ok      %s\n' "$what"
  else
    printf 'FAILED  %s\n' "$what"
    failures=$((failures + 1))
  fi
}

finish() {
  [ "$failures" = 0 ] || { printf '%d checks failed\n' "$failures"; exit 1; }
  printf 'all checks passed\n'
}

# The pids of the places of a launcher, init place first.
places_of() {
  pgrep -P "$1" -f PlaceMain | sort -n
}

# wait_for COMMAND...: until it succeeds, at most two minutes.
wait_for() {
  local deadline=$(($(date +%s) + 120))
  until "$@" >/dev/null 2>&1; do
    [ "$(date +%s)" -lt "$deadline" ] || return 1
    sleep 0.1
  done
}
