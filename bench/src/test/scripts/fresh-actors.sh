#!/usr/bin/env bash
# Fetches the jars that fresh.txt speaks of, with what they depend on, and sets what the analysis says beside it: FreshActorsTest.
# From the root of the sources; needs the network the first time.
set -eu
jars="$PWD/bench/target/fresh"
mkdir -p "$jars"
cat > "$jars/pom.xml" <<'POM'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>fresh</groupId>
  <artifactId>fresh</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.pekko</groupId>
      <artifactId>pekko-persistence-jdbc_2.13</artifactId>
      <version>1.1.0</version>
    </dependency>
    <dependency>
      <groupId>org.apache.pekko</groupId>
      <artifactId>pekko-persistence-cassandra_2.13</artifactId>
      <version>1.0.0</version>
    </dependency>
    <dependency>
      <groupId>org.apache.pekko</groupId>
      <artifactId>pekko-connectors-kafka_2.13</artifactId>
      <version>1.1.0</version>
    </dependency>
    <dependency>
      <groupId>io.gatling</groupId>
      <artifactId>gatling-core</artifactId>
      <version>3.9.5</version>
    </dependency>
    <dependency>
      <groupId>io.gatling</groupId>
      <artifactId>gatling-graphite</artifactId>
      <version>3.9.5</version>
    </dependency>
  </dependencies>
</project>
POM
mvn -q -f "$jars/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$jars"
mvn test -pl bench -am -Dtest=FreshActorsTest -Dsurefire.failIfNoSpecifiedTests=false -Dtests.on17.skip=true -Dsojourn.fresh="$jars"
