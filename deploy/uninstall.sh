#!/bin/sh
# Removes machine-agent. As root:
#
#     sh uninstall.sh             keeps the credentials, the settings, and the networks that it has joined
#     PURGE=1 sh uninstall.sh     removes them as well: without a cable the machine is offline then
#
# DESTDIR: the system in this folder (a mounted image) instead of the one that runs.
set -eu

die() {
    echo "uninstall: $*" >&2
    exit 1
}

runs() { # whether there is a running system to talk to
    [ -z "$DESTDIR" ] && [ -d /run/systemd/system ]
}

stop_service() {
    systemctl disable --now machine-agent.service 2>/dev/null || true
    # The agent has stopped machine-server. If it could not, nothing of either may stay.
    systemctl kill --kill-whom=all --signal=KILL machine-agent.service 2>/dev/null || true
}

# Profiles are known by the mark that the agent has written into them. The hotspot's lives in memory, which NetworkManager
# mirrors below /run; to delete it takes it down.
remove_profiles() { # which: a pattern for their source
    for file in "$DESTDIR"/etc/NetworkManager/system-connections/* "$DESTDIR"/run/NetworkManager/system-connections/*; do
        grep -Eqs "^machine-agent\.source=($1)\$" "$file" || continue
        id=$(sed -n 's/^uuid=//p' "$file" | head -n 1)
        if ! runs || ! nmcli connection delete uuid "$id" >/dev/null 2>&1; then
            rm -f "$file"
        fi
    done
    ! runs || nmcli connection reload >/dev/null 2>&1 || true
}

# While its hotspot was on the air, the agent kept NetworkManager from choosing a network on that radio.
give_radios_back() {
    nmcli -t -f DEVICE,TYPE device 2>/dev/null | sed -n 's/:wifi$//p' | while read -r name; do
        nmcli device set "$name" autoconnect yes 2>/dev/null || true
    done
}

main() {
    DESTDIR=${DESTDIR:-}
    DESTDIR=${DESTDIR%/}
    PURGE=${PURGE:-}
    [ "$(id -u)" = 0 ] || die "this has to be run as root"

    if runs; then
        stop_service
    elif command -v systemctl >/dev/null; then
        systemctl --root="$DESTDIR/" disable machine-agent.service 2>/dev/null || true
    fi
    remove_profiles hotspot
    if runs; then
        give_radios_back
        nft delete table inet machine_agent 2>/dev/null || true
        ip -oneline -4 address show dev lo 2>/dev/null | sed -n 's/^.* inet \([0-9./]*\) .*lo:agent.*$/\1/p' |
            while read -r address; do ip address del "$address" dev lo; done
    fi
    rm -f "$DESTDIR/etc/systemd/system/machine-agent.service" \
        "$DESTDIR/etc/systemd/system/multi-user.target.wants/machine-agent.service" \
        "$DESTDIR/etc/NetworkManager/dnsmasq-shared.d/90-machine-agent.conf"
    rm -rf "$DESTDIR/opt/machine-agent" "$DESTDIR/run/machine-agent"
    if [ "$PURGE" = 1 ]; then
        remove_profiles 'hotspot|settings|submission'
        rm -rf "$DESTDIR/var/lib/machine-agent" "$DESTDIR/etc/systemd/system/machine-agent.service.d"
        rm -f "$DESTDIR/etc/machine.json" "$DESTDIR/etc/machine-defaults.json" "$DESTDIR/etc/default/machine-agent"
    fi
    ! runs || systemctl daemon-reload
    echo "uninstall: machine-agent is removed"
    [ "$PURGE" = 1 ] || echo "uninstall: kept: credentials, settings, and the networks it had joined (PURGE=1 removes them)"
}

main
