# shellcheck shell=bash
# All of them act on the phone named by $PHONE (default: phone).

make_phone() {
    local name=${PHONE:-phone}
    make_namespace "$name"
    take_radio "$name" >"$LAB/$name/interface"
}

# phone COMMAND...: runs it on the phone.
phone() { ip netns exec "${PHONE:-phone}" "$@"; }

phone_interface() { cat "$LAB/${PHONE:-phone}/interface"; }

# phone_sees SSID: after a fresh scan. phone_sees_not fails too when it cannot scan.
phone_sees() { phone_scan | grep -qxF -- "$1"; }

phone_sees_not() {
    local seen
    seen=$(phone_scan) && ! grep -qxF -- "$1" <<<"$seen"
}

# phone_scan: the networks in the air, one a line.
phone_scan() {
    local found
    phone ip link set "$(phone_interface)" up
    found=$(phone iw dev "$(phone_interface)" scan flush) && sed -n 's/^\tSSID: //p' <<<"$found"
}

# phone_scan_details: all that iw knows of them.
phone_scan_details() {
    phone ip link set "$(phone_interface)" up
    phone iw dev "$(phone_interface)" scan flush
}

# phone_join SSID PSK [wpa2|wpa3]: associates and gets an address.
phone_join() {
    phone_associate "$@" && phone_dhcp
}

phone_associate() {
    local name=${PHONE:-phone} ssid=$1 psk=$2 security=${3:-wpa2}
    [ -n "$psk" ] || security=open
    phone_leave
    {
        echo "ctrl_interface=$LAB/$name/wpa"
        echo "country=${WIFILAB_COUNTRY:-GB}"
        echo "network={"
        echo "ssid=$(hex "$ssid")"
        echo "scan_ssid=1"
        case $security in
        open) echo "key_mgmt=NONE" ;;
        wpa2) echo "key_mgmt=WPA-PSK"; echo "psk=\"$psk\"" ;;
        wpa3) echo "key_mgmt=SAE"; echo "ieee80211w=2"; echo "sae_password=\"$psk\"" ;;
        esac
        echo "}"
    } >"$LAB/$name/wpa.conf"
    in_background "$name-wpa" ip netns exec "$name" wpa_supplicant -t -D nl80211 \
        -i "$(phone_interface)" -c "$LAB/$name/wpa.conf"
    wait_for "${PHONE_PATIENCE:-30}" phone_associated
}

phone_associated() {
    prints '^wpa_state=COMPLETED' phone wpa_cli -p "$LAB/${PHONE:-phone}/wpa" -i "$(phone_interface)" status
}

phone_dhcp() {
    RESOLV_CONF=/etc/netns/${PHONE:-phone}/resolv.conf phone busybox udhcpc -f -n -q -t 8 -T 2 \
        -i "$(phone_interface)" -s "$WIFILAB_DIR/tools/udhcpc-script" >>"$LOGS/${PHONE:-phone}-dhcp.log" 2>&1
}

phone_leave() {
    stop_background "${PHONE:-phone}-wpa"
    phone ip address flush dev "$(phone_interface)"
    : >"/etc/netns/${PHONE:-phone}/resolv.conf"
}

phone_address() { phone ip -4 -o address show dev "$(phone_interface)" | awk '{print $4}'; }

phone_lookup() { phone dig +short +time=3 +tries=2 "$1"; }

# phone_curl ARGUMENTS...: curl, as the phone.
phone_curl() { phone curl -sS --max-time 20 "$@"; }

