# shellcheck shell=bash
# The internet: DNS and HTTP, no TLS. Every name but .invalid exists.

make_internet() {
    [ ! -e /run/netns/internet ] || return 0
    make_namespace internet
    ip -n internet link add exchange type bridge
    ip -n internet address add $INTERNET_ADDRESS/24 dev exchange
    ip -n internet link set exchange up
    in_background internet-dns ip netns exec internet dnsmasq --keep-in-foreground \
        --conf-file=/dev/null --no-hosts --no-resolv --log-queries --log-facility=- \
        --address=/invalid/ --address=/#/$INTERNET_ADDRESS
    in_background internet-http ip netns exec internet node "$WIFILAB_DIR/tools/web-server.ts" internet 80
    wait_for 30 in_namespace internet curl -sf "http://$INTERNET_ADDRESS/online.txt"
}

# internet_requests: what its web server was asked, one request a line.
internet_requests() { grep '^request ' "$LOGS/internet-http.log"; }

# make_cloud FOLDER: a local cloud on the internet, at port 8082; machines ask it every 5 s.
make_cloud() {
    make_internet
    in_background cloud ip netns exec internet node "$WIFILAB_DIR/../../../deploy/local-cloud/main.ts" \
        --folder "$1" --listen $INTERNET_ADDRESS --check-interval 5
    wait_for 120 grep -q 'The local cloud' "$LOGS/cloud.log"
}
