# shellcheck shell=bash
# A browser crawls inside the guest, so it runs outside, on the host, in a
# network namespace whose only way out is the phone: its packets and its DNS
# questions cross the simulated air like the phone's own.

# phone_outside COMMAND...: runs it on the host, at full speed, on the phone's
# network. Same files, same paths; only $WIFILAB_OUT carries files both ways.
phone_outside() {
    local box=$WIFILAB_OUT/outside id=$BASHPID.$RANDOM
    mkdir -p "$box"
    attach_outside
    {
        printf 'RESOLV_CONF=%q\n' "$(cat "/etc/netns/${PHONE:-phone}/resolv.conf")"
        printf 'COMMAND=('; printf '%q ' "$@"; printf ')\n'
    } >"$box/$id.new"
    mv "$box/$id.new" "$box/$id.request"
    until [ -e "$box/$id.status" ]; do sleep 0.2; done
    cat "$box/$id.output"
    return "$(cat "$box/$id.status")"
}

# attach_outside: leads the host's namespace through this phone.
attach_outside() {
    local name=${PHONE:-phone} holder
    holder=$(cat "$LAB/outside" 2>/dev/null || echo drawer)
    [ "$holder" != "$name" ] || return 0
    ip -n "$holder" link set vec0 netns "$name"
    ip -n "$name" address replace 10.99.0.1/30 dev vec0
    ip -n "$name" link set vec0 up
    phone sysctl -qw net.ipv4.ip_forward=1
    phone nft -f - <<EOF
table ip outside
delete table ip outside
table ip outside { chain out { type nat hook postrouting priority srcnat; oifname "wlan*" masquerade; }; }
EOF
    echo "$name" >"$LAB/outside"
}

# phone_screenshot URL FILE.png [WIDTH,HEIGHT]: a real browser, as the phone.
# FILE must be in $WIFILAB_OUT.
phone_screenshot() {
    phone_outside "$WIFILAB_DIR/tools/screenshot" "$@" >>"$LOGS/browser.log" 2>&1 && test -s "$2"
}
