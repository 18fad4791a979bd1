#!/usr/bin/env bash
# The projects for Spring Boot and Quarkus, copied out of the tree, are built from what ./sojourn install has installed, and run. Their
# libraries are downloaded. MAVEN_ARGS=... go to Maven, such as -Dmaven.repo.local=FOLDER.
. "$(dirname "$0")/common.sh"
read -ra args <<<"${MAVEN_ARGS:-}"
"$sojourn" install ${args[@]+"${args[@]}"} || exit 1
for each in spring-boot quarkus; do
  cp -r "$top/examples/$each" "$work/$each"
  (cd "$work/$each" && mvn -q -B -ntp ${args[@]+"${args[@]}"} verify) >"$work/$each.log" 2>&1
  check "$each: its test passes" test "$?" = 0
done
java -jar "$work"/spring-boot/target/*.jar >"$work/spring-boot.said" 2>&1
check "spring-boot: the program ends well" test "$?" = 0
java -jar "$work/quarkus/target/quarkus-app/quarkus-run.jar" >"$work/quarkus.said" 2>&1
check "quarkus: the program ends well" test "$?" = 0
for each in spring-boot quarkus; do
  check "$each: it has counted" grep -q 'visits: 2' "$work/$each.said"
  [ "$failures" = 0 ] || cat "$work/$each.log" "$work/$each.said"
done
finish
