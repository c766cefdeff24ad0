# shellcheck shell=bash
# Routers: an access point, DHCP, DNS, and a way to the internet.

# make_router NAME SSID PSK [option=value...]
#   security=wpa2|wpa3|wpa2+wpa3|open|owe|enterprise   band=2.4|5   channel=N
#   hidden=yes|no   internet=yes|no|portal   dhcp=yes|no   deny=HARDWARE-ADDRESS
#   ssid_hex=HEX: instead of SSID, for bytes that a command line cannot hold
make_router() {
    local name=$1 ssid_hex psk=$3 option interface
    local security=wpa2 band=2.4 channel='' hidden=no internet=yes dhcp=yes deny=''
    ssid_hex=$(hex "$2")
    [ -n "$psk" ] || security=open
    shift 3
    for option; do
        case $option in
        security=* | band=* | channel=* | hidden=* | internet=* | dhcp=* | deny=* | ssid_hex=*) local "$option" ;;
        *) echo "make_router: no such option: $option" >&2 && return 2 ;;
        esac
    done
    make_internet
    new_router_namespace "$name"
    interface=$(take_radio "$name") || return
    # Another router, another BSSID, even with a radio used before.
    ip -n "$name" link set "$interface" address "$(printf '06:00:00:00:00:%02x' "$(cat "$LAB/$name/subnet")")"
    hostapd_conf "$name" "$interface" "$psk" >"$LAB/$name/hostapd.conf"
    echo "$interface" >"$LAB/$name/interface"
    router_on "$name" && router_services "$name" "$interface" "$internet" "$dhcp"
}

# new_router_namespace NAME: also gives the router its number, never reused.
new_router_namespace() {
    make_namespace "$1"
    echo >>"$LAB/routers"
    wc -l <"$LAB/routers" >"$LAB/$1/subnet"
}

# router_off NAME, router_on NAME: the access point vanishes and comes back.
router_on() {
    : >"$LOGS/$1-hostapd.log"
    in_background "$1-hostapd" ip netns exec "$1" hostapd -t "$LAB/$1/hostapd.conf"
    wait_for 20 grep -q 'AP-ENABLED' "$LOGS/$1-hostapd.log"
}

router_off() { stop_background "$1-hostapd"; }

# router_bssid NAME
router_bssid() { ip netns exec "$1" cat "/sys/class/net/$(cat "$LAB/$1/interface")/address"; }

# remove_router NAME: all of it, its radio back in the drawer.
remove_router() {
    local name=$1 service
    for service in hostapd dnsmasq portal; do stop_background "$name-$service"; done
    release_radio "$name"
    ip netns del "$name"
    rm -rf "${LAB:?}/$name"
}

# router_services NAME INTERFACE yes|no|portal [yes|no]: address, way out, DNS, DHCP.
router_services() {
    local name=$1 interface=$2 internet=$3 dhcp=${4:-yes} subnet dns
    subnet=$(cat "$LAB/$name/subnet")
    ip -n "$name" address add "192.168.$subnet.1/24" dev "$interface"
    case $internet in
    yes)
        ip -n "$name" link add uplink type veth peer name "to-$name" netns internet
        ip -n "$name" address add "203.0.113.1$subnet/24" dev uplink
        ip -n "$name" link set uplink up
        ip -n internet link set "to-$name" master exchange up
        ip -n "$name" route add default via $INTERNET_ADDRESS
        ip netns exec "$name" sysctl -qw net.ipv4.ip_forward=1
        ip netns exec "$name" nft -f - <<END
table ip nat { chain out { type nat hook postrouting priority srcnat; oifname "uplink" masquerade; }; }
END
        dns=--server=$INTERNET_ADDRESS
        ;;
    portal)
        dns=--address=/#/192.168.$subnet.1
        in_background "$name-portal" ip netns exec "$name" node "$WIFILAB_DIR/tools/web-server.ts" portal 80
        ;;
    *) dns=--no-poll ;;
    esac
    local leases=("--dhcp-range=192.168.$subnet.50,192.168.$subnet.150,1h" --dhcp-authoritative --no-ping
        --dhcp-leasefile="$LAB/$name/leases" --log-dhcp)
    [ "$dhcp" = yes ] || leases=()
    in_background "$name-dnsmasq" ip netns exec "$name" dnsmasq --keep-in-foreground \
        --conf-file=/dev/null --no-hosts --no-resolv --log-queries --log-facility=- \
        --interface="$interface" --bind-interfaces "${leases[@]}" "$dns"
}

# router_internet NAME on|off: the provider's line breaks and comes back.
router_internet() {
    if [ "$2" = on ]; then
        ip -n "$1" link set uplink up
        ip -n "$1" route replace default via $INTERNET_ADDRESS
    else
        ip -n "$1" link set uplink down
    fi
}
