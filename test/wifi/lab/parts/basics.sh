# shellcheck shell=bash
# Small things that the other parts use.

seconds_up() { cut -d' ' -f1 /proc/uptime; }

not() { ! "$@"; }

# wait_for SECONDS COMMAND...: tries COMMAND, silently, until it succeeds.
wait_for() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$SECONDS" -lt "$end" ] || return 1
        sleep 0.3
    done
}

# prints PATTERN COMMAND...: COMMAND's output has a line matching PATTERN.
prints() {
    local pattern=$1 output
    shift
    output=$("$@" 2>&1)
    grep -Eq -- "$pattern" <<<"$output"
}

# hex TEXT: its bytes in hexadecimal.
hex() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n'; }

# bytes HEX: the bytes. Names that a command line cannot hold (NUL) are given in hexadecimal.
bytes() { printf '%b' "$(sed 's/../\\x&/g' <<<"$1")"; }

# in_background NAME COMMAND...: starts a program, logging to logs/NAME.log.
in_background() {
    local name=$1
    shift
    setsid "$@" >>"$LOGS/$name.log" 2>&1 </dev/null &
    echo $! >"$LAB/$name.pid"
}

background_runs() { [ -e "$LAB/$1.pid" ] && kill -0 "$(cat "$LAB/$1.pid")" 2>/dev/null; }

# stop_background NAME: ends it and waits until it is gone.
stop_background() {
    local pid
    if is_service "$1"; then
        systemctl stop "$1"
        return
    fi
    pid=$(cat "$LAB/$1.pid" 2>/dev/null) || return 0
    rm -f "$LAB/$1.pid"
    kill "$pid" 2>/dev/null || return 0
    wait_for 10 not kill -0 "$pid" || kill -KILL "$pid"
}

# kill_background NAME: ends it as a power cut would.
kill_background() {
    local pid
    pid=$(cat "$LAB/$1.pid") && rm -f "$LAB/$1.pid" && kill -KILL "$pid" && wait_for 10 not kill -0 "$pid"
}

make_namespace() {
    ip netns add "$1"
    ip -n "$1" link set lo up
    mkdir -p "$LAB/$1" "/etc/netns/$1"
    : >"/etc/netns/$1/resolv.conf"
}

# in_namespace NAME COMMAND...
in_namespace() { ip netns exec "$@"; }
