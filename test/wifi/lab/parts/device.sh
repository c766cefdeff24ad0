# shellcheck shell=bash
# The device, as a person at its keyboard would use it.

# device_state PATTERN: NetworkManager's word for wlan0's state.
device_state() { prints "^wlan0:($1)\$" nmcli -t -f DEVICE,STATE device; }

# device_sees SSID: after a fresh scan.
device_sees() { nmcli -t -f SSID device wifi list ifname wlan0 --rescan yes | grep -qxF -- "$1"; }

# device_sees_hex BYTES: the SSID in upper- or lower-case hexadecimal.
device_sees_hex() { nmcli -t -f SSID-HEX device wifi list ifname wlan0 --rescan yes | grep -qxi -- "$1"; }

# device_hotspot SSID PSK: what the agent does, by hand.
device_hotspot() {
    nmcli connection add type wifi ifname wlan0 con-name hotspot autoconnect no ssid "$1" \
        802-11-wireless.mode ap 802-11-wireless.band bg ipv4.method shared ipv6.method disabled \
        wifi-sec.key-mgmt wpa-psk wifi-sec.proto rsn wifi-sec.pairwise ccmp wifi-sec.psk "$2" &&
        nmcli --wait 30 connection up hotspot
}

device_hotspot_off() { nmcli connection down hotspot && nmcli connection delete hotspot; }

# device_join SSID PSK [nmcli options...]
device_join() {
    local ssid=$1 psk=$2
    shift 2
    nmcli --wait 60 device wifi connect "$ssid" ${psk:+password "$psk"} ifname wlan0 "$@"
}

# device_join_hidden SSID PSK: a network that does not say its name.
device_join_hidden() {
    nmcli connection add type wifi ifname wlan0 con-name "$1" ssid "$1" 802-11-wireless.hidden yes \
        wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$2" &&
        nmcli --wait 60 connection up "$1"
}

# device_connectivity WORD: full, limited, portal, none.
device_connectivity() { [ "$(nmcli networking connectivity check)" = "$1" ]; }

# device_rfkill block|unblock: the device's radio switch.
device_rfkill() { rfkill "$1" "$(cat /sys/class/ieee80211/phy0/rfkill*/index)"; }

# plug_cable, unplug_cable: an ethernet port, eth0, with a wired router behind it. router_internet cable on|off is its line.
plug_cable() {
    if [ ! -e /run/netns/cable ]; then
        make_internet
        new_router_namespace cable
        ip link add eth0 type veth peer name lan netns cable
        router_services cable lan yes
    fi
    ip -n cable link set lan up && ip link set eth0 up
}

unplug_cable() { ip -n cable link set lan down; }

# plug_sensor, unplug_sensor: an ethernet port, eth1, with 192.168.100.1 behind it and nothing else: no DHCP, no way out.
plug_sensor() {
    if [ ! -e /run/netns/sensor ]; then
        make_namespace sensor
        ip link add eth1 type veth peer name wire netns sensor
        ip -n sensor address add 192.168.100.1/24 dev wire
    fi
    ip -n sensor link set wire up && ip link set eth1 up
}

unplug_sensor() { ip -n sensor link set wire down; }

# listen_everywhere PORT...: services of the robot that nobody thought of, on all addresses.
listen_everywhere() {
    in_background listen node "$WIFILAB_DIR/tools/listen.ts" "$@"
    wait_for 60 grep -q "listening ${*: -1}" "$LOGS/listen.log"
}

device_rescan() { nmcli device wifi list ifname wlan0 --rescan yes >/dev/null; }
