#!/usr/bin/env bash
# Three hosts with addresses of their own, two of which are reached by ssh: pi is right there, all that is said is by TLS 1.3, and when one
# of them fails, pi is right all the same. The hosts are network namespaces; it takes root, sshd, ip and ss.
. "$(dirname "$0")/common.sh"
PATH=$PATH:/usr/sbin:/sbin
for each in unshare nsenter ip ss sshd ssh-keygen openssl; do
  command -v $each >/dev/null || { echo "not tried: there is no $each; on Debian: apt-get install openssh-server iproute2 util-linux openssl"; exit 0; }
done
unshare --net true 2>/dev/null || { echo "not tried: network namespaces are made by root only"; exit 0; }

# A host: a namespace whose first process ends with this script, however that ends.
begin_host() {
  unshare --net tail --pid=$$ -f /dev/null &
  hosts[$1]=$!
  disown # its end is no news
  wait_for [ "$(readlink /proc/$$/ns/net)" != "$(readlink "/proc/${hosts[$1]}/ns/net")" ]
  on "$1" ip link set lo up
}

on() { # on HOST COMMAND...
  local host=$1
  shift
  nsenter "--net=/proc/${hosts[$host]}/ns/net" "$@"
}

# What runs on a host, but for what holds it.
pids_on() {
  local own each
  own=$(readlink "/proc/${hosts[$1]}/ns/net")
  for each in /proc/[0-9]*; do
    [ "$(readlink "$each/ns/net" 2>/dev/null)" = "$own" ] && [ "${each#/proc/}" != "${hosts[$1]}" ] && echo "${each#/proc/}"
  done
}

end_hosts() {
  local host
  for host in 0 1 2 cable; do
    [ -n "${hosts[$host]:-}" ] || continue
    kill -9 $(pids_on $host) 2>/dev/null
    kill -9 "${hosts[$host]}" 2>/dev/null
  done
  rm -rf "$work"
}

declare -A hosts
trap end_hosts EXIT
mkdir -p "$work/home/.ssh" /run/sshd
ssh-keygen -q -t ed25519 -N '' -f "$work/home/.ssh/id_ed25519"
ssh-keygen -q -t ed25519 -N '' -f "$work/host_key"
cp "$work/home/.ssh/id_ed25519.pub" "$work/authorized_keys"

begin_host cable
on cable ip link add switch type bridge
on cable ip link set switch up
for host in 0 1 2; do
  begin_host $host
  address=192.0.2.$((host + 1))
  on cable ip link add port$host type veth peer name cable netns "${hosts[$host]}"
  on cable ip link set port$host master switch up
  on $host ip address add $address/24 dev cable
  on $host ip link set cable up
  echo "$address $(cat "$work/host_key.pub")" >>"$work/home/.ssh/known_hosts"
  [ $host = 0 ] && continue
  cat >"$work/sshd-$host.conf" <<END
ListenAddress $address
HostKey $work/host_key
AuthorizedKeysFile $work/authorized_keys
StrictModes no
UsePAM no
PermitRootLogin yes
PidFile none
END
  on $host "$(command -v sshd)" -D -f "$work/sshd-$host.conf" -E "$work/sshd-$host.log" &
  disown
  wait_for grep -q "Server listening" "$work/sshd-$host.log" || { cat "$work/sshd-$host.log"; exit 1; }
done
cat >"$work/places.conf" <<END
selectorSystem {
  init { place: p0, hostname: 192.0.2.1, port: 5000 }
  remote: [
    { place: p1, hostname: 192.0.2.2, port: 5000, java: "$jdk", cache: "$work/cache-1" }
    { place: p2, hostname: 192.0.2.3, port: 5000, java: "$jdk", cache: "$work/cache-2" }
  ]
}
END

# The command on the first host. Its user has a home of its own, which knows the other hosts and has a key to them.
run() {
  on 0 env SSH_AUTH_SOCK= JDK_JAVA_OPTIONS="-Duser.home=$work/home" "$sojourn" run "$@" --config "$work/places.conf"
}

# Nothing but sshd is left on a host, which listens at its port only.
nothing_left() {
  [ -z "$(on "$1" ss -Hltn | grep -v ':22 ')" ] && ! ps -o args= -p "$(pids_on "$1" | paste -sd,)" 2>/dev/null | grep -q PlaceMain
}

"$sojourn" --version >/dev/null || exit 1
run pi 20 >"$work/out" 2>"$work/err"
check "pi runs on three hosts" test $? = 0
check "and is right" grep -qx '3.14159265358979323846' "$work/out"
check "the program was brought to both of the others" sh -c 'grep -q "to 192.0.2.2 ... done" "$1" && grep -q "to 192.0.2.3 ... done" "$1"' sh "$work/err"
check "nothing is said in clear" sh -c '! grep -q clear "$1"' sh "$work/err"
for host in 0 1 2; do
  check "nothing is left on host $host" wait_for nothing_left $host
done

run pi 15000 --silence 3 --restart 1 --losses accepted >"$work/out" 2>"$work/err" &
running=$!
linked() { on 0 ss -Htn state established | grep '192.0.2.3' | grep -q ':5000'; }
check "the places are linked" wait_for linked
check "a place speaks TLS 1.3" sh -c 'nsenter --net=/proc/'"${hosts[0]}"'/ns/net openssl s_client -connect 192.0.2.2:5000 -tls1_3 </dev/null 2>&1 | grep -q "TLSv1.3"'
check "and no older one" sh -c '! nsenter --net=/proc/'"${hosts[0]}"'/ns/net openssl s_client -connect 192.0.2.2:5000 -tls1_2 </dev/null 2>&1 | grep -q "Cipher is ECDHE"'
on cable ip link set port2 down
kill -9 $(pids_on 2)
wait $running
check "a host fails, and the run ends well" test $? = 0
check "with all digits right" sh -c '[ "$(wc -c <"$1")" = 15003 ] && grep -q "5089842799275$" "$1"' sh "$work/out"
check "the lost place is named" grep -q 'p2 was lost' "$work/err"
for host in 0 1; do
  check "nothing is left on host $host" wait_for nothing_left $host
done
[ "$failures" = 0 ] || cat "$work/err"
finish
