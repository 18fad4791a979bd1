#!/usr/bin/env bash
# A Slurm of three nodes on this machine: cluster.sh start FOLDER | stop FOLDER. As root, with Debian's slurm-wlm and munge installed.
# The nodes are three slurmd with ports of their own. What needs Slurm finds it by SLURM_CONF=FOLDER/slurm.conf.
set -eu

folder=$(readlink -f "$2")

running() {
  [ -f "$folder/$1.pid" ] && kill -0 "$(cat "$folder/$1.pid")" 2>/dev/null
}

end() {
  running "$1" || return 0
  local pid tries
  pid=$(cat "$folder/$1.pid")
  kill "$pid"
  for tries in $(seq 100); do
    kill -0 "$pid" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -9 "$pid"
}

stop() {
  local each
  for each in n1 n2 n3 slurmctld munged; do
    end $each
  done
}

start() {
  local host each
  host=$(hostname -s)
  mkdir -p "$folder/state"
  # munged insists on folders that nobody else can write, and on its own user.
  chmod 755 "$folder"
  mkdir -p "$folder/munge"
  dd if=/dev/urandom of="$folder/munge/key" bs=1024 count=1 status=none
  chmod 600 "$folder/munge/key"
  munged --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" --pid-file="$folder/munged.pid" \
    --log-file="$folder/munge/log" --seed-file="$folder/munge/seed"
  cat >"$folder/slurm.conf" <<END
ClusterName=three
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CryptoType=crypto/munge
SlurmctldPort=17100
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/%n.pid
SlurmdSpoolDir=$folder/spool-%n
StateSaveLocation=$folder/state
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
MailProg=/bin/true
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=17101 CPUs=4 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=17102 CPUs=4 State=UNKNOWN
NodeName=n3 NodeHostname=$host NodeAddr=127.0.0.1 Port=17103 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=n1,n2,n3 Default=YES MaxTime=INFINITE State=UP
END
  export SLURM_CONF="$folder/slurm.conf"
  slurmctld
  for each in n1 n2 n3; do
    mkdir -p "$folder/spool-$each"
    slurmd -N $each
  done
  for each in $(seq 100); do
    [ "$(sinfo --noheader --format=%T,%D)" = idle,3 ] && return
    sleep 0.1
  done
  sinfo >&2
  tail -5 "$folder"/*.log >&2
  stop
  exit 1
}

case $1 in
  start) start ;;
  stop) stop ;;
  *) echo "cluster.sh start|stop FOLDER" >&2; exit 2 ;;
esac
