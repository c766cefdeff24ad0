# shellcheck shell=bash
# Radios: each belongs to somebody, or lies in the drawer.

# take_radio NAMESPACE: moves an unused radio there and prints its interface.
take_radio() {
    local interface phy
    interface=$(ip netns exec drawer ls /sys/class/net | grep -m1 '^wlan') || {
        echo "no radio left: run with more (-r)" >&2
        return 1
    }
    phy=$(ip netns exec drawer cat "/sys/class/net/$interface/phy80211/name")
    ip netns exec drawer iw phy "$phy" set netns name "$1"
    echo "$interface"
}

# release_radio NAMESPACE: puts its radio back.
release_radio() {
    local phy
    phy=$(ip netns exec "$1" cat "/sys/class/net/$(cat "$LAB/$1/interface")/phy80211/name") &&
        ip netns exec "$1" iw phy "$phy" set netns name drawer
}

# unplug_radio, plug_radio: the device's own, as if it were a USB stick.
unplug_radio() { iw phy phy0 set netns name drawer; }
plug_radio() { ip netns exec drawer iw phy phy0 set netns 1; }

# add_radio: a second one for the device; prints its interface.
add_radio() {
    local interface phy
    interface=$(ip netns exec drawer ls /sys/class/net | grep -m1 '^wlan') || return
    phy=$(ip netns exec drawer cat "/sys/class/net/$interface/phy80211/name")
    ip netns exec drawer iw phy "$phy" set netns 1 && echo "$interface"
}
