# shellcheck shell=bash
# What a router's access point is told.

# hostapd_conf NAME INTERFACE PSK: its options are the variables of make_router.
hostapd_conf() {
    local name=$1 interface=$2 psk=$3
    cat <<END
interface=$interface
driver=nl80211
ctrl_interface=$LAB/$name/hostapd
ssid2=$ssid_hex
country_code=${WIFILAB_COUNTRY:-GB}
ieee80211n=1
wmm_enabled=1
END
    case $band in
    5) printf '%s\n' hw_mode=a "channel=${channel:-36}" ;;
    *) printf '%s\n' hw_mode=g "channel=${channel:-6}" ;;
    esac
    [ "$hidden" = no ] || echo "ignore_broadcast_ssid=1"
    [ "$security" = open ] || printf '%s\n' wpa=2 rsn_pairwise=CCMP
    case $security in
    wpa2) printf '%s\n' wpa_key_mgmt=WPA-PSK ieee80211w=0 "$(wpa_key "$psk")" ;;
    wpa3) printf '%s\n' wpa_key_mgmt=SAE ieee80211w=2 "sae_password=$psk" sae_pwe=2 ;;
    wpa2+wpa3)
        printf '%s\n' 'wpa_key_mgmt=WPA-PSK SAE' ieee80211w=1 sae_require_mfp=1 \
            "wpa_passphrase=$psk" "sae_password=$psk" sae_pwe=2
        ;;
    owe) printf '%s\n' wpa_key_mgmt=OWE ieee80211w=2 ;;
    enterprise) enterprise_conf "$name" "$psk" ;;
    esac
    if [ -n "$deny" ]; then
        echo "$deny" >"$LAB/$name/deny"
        printf '%s\n' macaddr_acl=0 "deny_mac_file=$LAB/$name/deny"
    fi
}

# 64 hexadecimal digits are the key itself.
wpa_key() { [[ $1 =~ ^[0-9a-fA-F]{64}$ ]] && echo "wpa_psk=$1" || echo "wpa_passphrase=$1"; }

# enterprise_conf NAME PASSWORD: hostapd's own EAP server, with one user, "robot@hall", by PEAP or TTLS.
enterprise_conf() {
    local folder=$LAB/$1
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj /CN=hall \
        -keyout "$folder/key.pem" -out "$folder/cert.pem" 2>/dev/null
    printf '%s\n' '* PEAP,TTLS' "\"robot@hall\" MSCHAPV2,TTLS-PAP \"$2\" [2]" >"$folder/users"
    printf '%s\n' wpa_key_mgmt=WPA-EAP ieee8021x=1 eap_server=1 "eap_user_file=$folder/users" \
        "ca_cert=$folder/cert.pem" "server_cert=$folder/cert.pem" "private_key=$folder/key.pem"
}
