# shellcheck shell=bash
# The guest, and the programs of the device: with systemd they are its services.

# systemd_runs: the guest was started with `run -s`.
systemd_runs() { [ -d /run/systemd/system ]; }

# is_service NAME: one of the device's programs, if systemd runs them.
is_service() { [[ $1 =~ ^(udev|dbus|wpa_supplicant|NetworkManager)$ ]] && systemd_runs; }

# lab_prepare: called once at boot, before the scenario.
lab_prepare() {
    local phy
    mkdir -p "$LAB" "$LOGS" /run/netns /etc/netns
    hostname device
    grep -qw device /etc/hosts || echo '127.0.1.1 device' >>/etc/hosts
    : >/etc/resolv.conf
    ip link set lo up
    echo 1 >/proc/sys/net/ipv4/ip_forward
    start_udev
    configure_nm
    iw reg reload
    iw reg set "${WIFILAB_COUNTRY:-GB}"
    # The device owns the first radio; the others wait here until taken.
    ip netns add drawer
    ip link set vec0 netns drawer
    for phy in /sys/class/ieee80211/*; do
        phy=${phy##*/}
        [ "$phy" = phy0 ] || iw phy "$phy" set netns name drawer
    done
}

# lab_collect: called once after the scenario.
lab_collect() {
    dmesg >"$LOGS/kernel-messages.log"
    ! systemd_runs || journalctl --quiet -o short-monotonic >"$LOGS/journal.log"
    cp -r "$LAB" "$WIFILAB_OUT/state" 2>/dev/null
}

# follow_services: with systemd, the device's programs have their logs too.
follow_services() {
    local name
    for name in wpa_supplicant NetworkManager; do
        in_background "$name" journalctl --quiet --follow --lines=all --unit "$name" -o short-monotonic
    done
}

start_udev() {
    if is_service udev; then
        udevadm settle --timeout=20
        return
    fi
    in_background udev /lib/systemd/systemd-udevd
    wait_for 10 test -S /run/udev/control
    udevadm trigger --subsystem-match=net --subsystem-match=ieee80211 --subsystem-match=rfkill --action=add
    udevadm settle --timeout=20
}

start_dbus() {
    if is_service dbus; then
        systemctl start dbus
        return
    fi
    ! background_runs dbus || return 0
    mkdir -p /run/dbus
    in_background dbus dbus-daemon --system --nofork --nopidfile
    # The socket of one that was killed lies there still.
    wait_for 10 bus_name_owned org.freedesktop.DBus
}

start_wpa() {
    if is_service wpa_supplicant; then
        systemctl start wpa_supplicant
    elif ! background_runs wpa_supplicant; then
        in_background wpa_supplicant wpa_supplicant -u -s -O "DIR=/run/wpa_supplicant GROUP=netdev"
    fi
    wait_for 10 bus_name_owned fi.w1.wpa_supplicant1
}

# kill_wpa: whichever instance serves D-Bus; one that was killed before may have been started again by D-Bus itself.
kill_wpa() {
    local pid
    pid=$(dbus-send --system --print-reply --dest=org.freedesktop.DBus / \
        org.freedesktop.DBus.GetConnectionUnixProcessID string:fi.w1.wpa_supplicant1 | awk '/uint32/ { print $2 }')
    rm -f "$LAB/wpa_supplicant.pid"
    kill -KILL "$pid" && wait_for 10 not kill -0 "$pid"
    start_wpa
}

# configure_nm: the connectivity check asks the lab's internet.
configure_nm() {
    cat >/etc/NetworkManager/conf.d/wifilab.conf <<EOF
[connectivity]
uri=http://$CHECK_HOST/online.txt
response=online
interval=20
[keyfile]
unmanaged-devices=interface-name:veth*
[logging]
level=${NM_LOG_LEVEL:-INFO}
EOF
}

start_nm() {
    configure_nm
    if is_service NetworkManager; then
        systemctl start NetworkManager
    else
        in_background NetworkManager NetworkManager --debug
    fi
    wait_for 30 nm_running
}

stop_nm() { stop_background NetworkManager; }

# start_device: all that a wifi machine runs before the agent does.
start_device() {
    start_dbus && start_wpa && start_nm && wait_for 30 device_state 'disconnected|connected'
}

bus_name_owned() {
    dbus-send --system --print-reply --dest=org.freedesktop.DBus / \
        org.freedesktop.DBus.NameHasOwner "string:$1" | grep -q 'boolean true'
}

nm_running() { [ "$(nmcli -t -f RUNNING general)" = running ]; }

