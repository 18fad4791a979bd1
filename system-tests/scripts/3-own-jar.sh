#!/usr/bin/env bash
# A jar made outside the repository runs on three places, its selectors in three processes.
. "$(dirname "$0")/common.sh"
mkdir "$work/src" "$work/out"
sed -n '/^import org.sojourn.host.Sojourn;/,/^```/p' "$top/README.md" | sed '/^```/,$d' >"$work/src/Hello.java"
check "javac compiles README's Hello for 17" "$jdk/bin/javac" --release 17 -d "$work/out" -cp "$("$sojourn" classpath)" "$work/src/Hello.java"
check "jar packs them" "$jdk/bin/jar" --create --file "$work/hello.jar" --main-class Hello -C "$work/out" .
(cd "$work" && "$sojourn" run hello.jar --places 3) >"$work/said" 2>/dev/null
check "three greetings" test "$(grep -c 'hello world' "$work/said")" = 3
check "three processes" test "$(grep -o 'process [0-9]*' "$work/said" | sort -u | wc -l)" = 3
cat "$work/said"
finish
