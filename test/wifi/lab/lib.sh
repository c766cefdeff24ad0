# shellcheck shell=bash
# The lab's functions. They run inside the guest; the `lab` command calls one from any program.
# All state is in files under /run/lab, so every caller sees the same world:
#   the device   the guest itself: wlan0, run by the real NetworkManager
#   a router     a network namespace with a radio, hostapd, DHCP and DNS
#   a phone      a network namespace with a radio, wpa_supplicant and a DHCP client
#   the internet a network namespace the routers lead to, with DNS and HTTP
# shellcheck disable=SC2034 # used by the parts
LAB=/run/lab
LOGS=${WIFILAB_OUT:-/tmp}/logs
INTERNET_ADDRESS=203.0.113.1
CHECK_HOST=connectivity.wifilab.test

for part in "$WIFILAB_DIR"/parts/*.sh; do
    # shellcheck source=/dev/null
    . "$part"
done
