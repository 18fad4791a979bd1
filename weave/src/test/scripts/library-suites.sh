#!/usr/bin/env bash
# Own test suites and a main program of others: as they were compiled, woven, and woven with frames that leave again and again. What they say must be
# equal. From the root of the sources, after mvn package, with JAVA_HOME a JDK 25; needs the network the first time. LEAVING=N has frames leave at every
# so many polls of a thread.
set -eu
java="$JAVA_HOME/bin/java"
sojourn="${SOJOURN:-./sojourn}"
out="$PWD/weave/target/suites"
mkdir -p "$out/jars"
weave="$("$sojourn" classpath)"
tests="${TESTS:-$PWD/weave/target/test-classes}"

fetch() {
    local file="$out/jars/$2-$3${4:+-$4}.jar"
    [ -f "$file" ] || mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
        -Dartifact="$1:$2:$3:jar${4:+:$4}" -DoutputDirectory="$out/jars"
}

# woven JAR PACKAGE: beside the original
woven() {
    [ -f "$out/jars/woven-$1" ] || "$sojourn" weave "$out/jars/$1" "$out/jars/woven-$1" --package "$2" > "$out/$1.txt"
    tail -1 "$out/$1.txt"
}

# what is said of each test that failed, and how many there were; no times and no addresses of objects
told() {
    grep -E '^(OK|Tests run)|^[0-9]+\) ' | sed 's/@[0-9a-f]*//g; s/^[0-9]*) //' | sort
}

classes() {
    unzip -l "$1" | grep -oE ' [a-zA-Z0-9_/]+Test\.class$' | tr -d ' ' | grep -vE '(^|/)Abstract|Benchmark|Performance' |
        sed 's/\.class$//; s#/#.#g' | sort
}

# suite NAME VERSION PACKAGE: with JUnit 4
suite() {
    echo "== $1 $2"
    fetch "${4:-org.apache.commons}" "$1" "$2"
    fetch "${4:-org.apache.commons}" "$1" "$2" tests
    woven "$1-$2.jar" "$3"
    woven "$1-$2-tests.jar" "$3"
    local all libraries plain own
    all="$(classes "$out/jars/$1-$2-tests.jar")"
    libraries="$(find "$out/jars" -name '*.jar' ! -name 'woven-*' ! -name 'ecj-*' ! -name "$1-*" | sort | paste -sd:)"
    plain="$out/jars/$1-$2.jar:$out/jars/$1-$2-tests.jar:$libraries"
    own="$out/jars/woven-$1-$2.jar:$out/jars/woven-$1-$2-tests.jar:$libraries:$weave"
    # shellcheck disable=SC2086
    "$java" -cp "$plain" org.junit.runner.JUnitCore $all 2>&1 | told > "$out/$1-plain.txt" || true
    # shellcheck disable=SC2086
    "$java" -cp "$own" org.junit.runner.JUnitCore $all 2>&1 | told > "$out/$1-woven.txt" || true
    # shellcheck disable=SC2086
    "$java" -Dsojourn.leaving="${LEAVING:-1000}" -cp "$own:$tests" org.sojourn.weave.Leaving org.junit.runner.JUnitCore $all \
        2> "$out/$1-left.txt" | told > "$out/$1-leaving.txt" || true
    tail -1 "$out/$1-left.txt"
    compare "$1"
}

compare() {
    grep -E '^(OK|Tests run)' "$out/$1-plain.txt" || true
    for each in woven leaving; do
        if [ -s "$out/$1-plain.txt" ] && cmp -s "$out/$1-plain.txt" "$out/$1-$each.txt"; then
            echo "$each: equal"
        else
            echo "$each: different, see $out/$1-plain.txt and $out/$1-$each.txt"
            wrong=1
        fi
    done
}

# The compiler of Eclipse compiles the kernel; its class files are compared byte by byte.
compiler() {
    echo "== ecj 3.38.0"
    fetch org.eclipse.jdt ecj 3.38.0
    woven ecj-3.38.0.jar org.eclipse.jdt
    local libraries
    libraries="$("$sojourn" classpath)"
    find kernel/src/main/java -name '*.java' ! -name module-info.java > "$out/ecj-sources"
    for each in plain woven leaving; do
        rm -rf "$out/ecj-$each"
        case $each in
            plain) set -- "$out/jars/ecj-3.38.0.jar" org.eclipse.jdt.internal.compiler.batch.Main ;;
            woven) set -- "$out/jars/woven-ecj-3.38.0.jar:$weave" org.eclipse.jdt.internal.compiler.batch.Main ;;
            leaving) set -- "$out/jars/woven-ecj-3.38.0.jar:$weave:$tests" org.sojourn.weave.Leaving \
                org.eclipse.jdt.internal.compiler.batch.Main ;;
        esac
        "$java" -Dsojourn.leaving="${LEAVING:-1000}" -cp "$1" "$2" ${3:+"$3"} -17 -nowarn -proc:none \
            -cp "$libraries" -d "$out/ecj-$each" @"$out/ecj-sources" 2> "$out/ecj-left.txt" || true
        (cd "$out/ecj-$each" && find . -name '*.class' -exec sha256sum {} + | sort) > "$out/ecj-$each.txt"
    done
    grep '^frames' "$out/ecj-left.txt"
    echo "$(wc -l < "$out/ecj-plain.txt") class files"
    compare ecj
}

wrong=0
fetch junit junit 4.13.2
fetch org.hamcrest hamcrest-core 1.3
for each in org.apache.commons:commons-lang3:3.12.0 commons-io:commons-io:2.11.0 org.easymock:easymock:4.0.2 org.objenesis:objenesis:3.0.1; do
    IFS=: read -r group artifact version <<< "$each" # what the tests need
    fetch "$group" "$artifact" "$version"
done
suite commons-codec 1.15 org.apache.commons commons-codec
suite commons-collections4 4.4 org.apache.commons
compiler
exit "$wrong"
