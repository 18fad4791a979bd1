#!/usr/bin/env bash
# A job of three nodes: places are tasks of Slurm, by srun from where one types and by a script for sbatch. The Slurm is set up here, for
# these runs; it takes root, and slurm-wlm and munge of Debian.
. "$(dirname "$0")/common.sh"
PATH=$PATH:/usr/sbin:/sbin
for each in slurmctld slurmd munged srun sbatch; do
  command -v $each >/dev/null || { echo "not tried: there is no $each; on Debian: apt-get install slurm-wlm munge"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo "not tried: a Slurm is set up by root only"; exit 0; }
cluster="$top/system-tests/src/test/slurm/cluster.sh"
trap '"$cluster" stop "$work/slurm"; rm -rf "$work"' EXIT
mkdir -p "$work/slurm" "$work/out"
chmod 755 "$work"
"$sojourn" --version >/dev/null || exit 1
"$cluster" start "$work/slurm" || exit 1
export SLURM_CONF="$work/slurm/slurm.conf" SOJOURN_RUNS="$work/runs" SOJOURN_CACHE="$work/cache"

cat >"$work/Nodes.java" <<'J'
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;
public class Nodes {
  static class Teller extends Actor<String> {
    @Override protected void process(String word) {
      System.out.println(here() + " " + word + " " + System.getenv("SLURMD_NODENAME"));
      exit();
    }
  }
  public static void main(String[] args) {
    try (var sojourn = Sojourn.start()) {
      for (Place place : sojourn.places()) sojourn.create(place, Teller::new).send("runs on");
    }
  }
}
J
"$jdk/bin/javac" --release 17 -d "$work/out" -cp "$("$sojourn" classpath)" "$work/Nodes.java" || exit 1
queue_is_empty() { [ -z "$(squeue --noheader)" ]; }
three_nodes() { [ "$(grep -ohE 'p[012] runs on n[123]' "$1" | sort -u -k4 | wc -l)" = 3 ]; }

slurm="--places 3 --launcher slurm --listen 127.0.0.1:0"
"$sojourn" run pi $slurm -- 300 >"$work/said" 2>"$work/err"
check "pi runs as tasks of Slurm" test $? = 0
check "and is right" grep -q '^3.14159265358979' "$work/said"
check "no job is left" wait_for queue_is_empty

export SLURM_NTASKS_PER_NODE=1
CLASSPATH="$work/out" "$sojourn" run Nodes $slurm >"$work/said" 2>>"$work/err"
check "a program of one's own runs so" test $? = 0
check "its places are on three nodes" three_nodes "$work/said"
CLASSPATH="$work/out" "$sojourn" run Nodes $slurm --sbatch-script "$work/nodes.sbatch" 2>>"$work/err"
check "a script for sbatch is written" test -s "$work/nodes.sbatch"
check "sbatch runs it to its end" sbatch --wait --nodes=3 --output="$work/job" "$work/nodes.sbatch"
check "its places are on three nodes" three_nodes "$work/job"
check "no job is left" wait_for queue_is_empty
[ "$failures" = 0 ] || cat "$work/said" "$work/err" "$work/job" "$work/nodes.sbatch"
finish
