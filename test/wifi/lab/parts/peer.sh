# shellcheck shell=bash
# Debian's comitup, a product for the same purpose, to measure beside ours. Needs a guest with systemd, and `setup --peer`.

# install_comitup: in the guest only; unpacked, because dpkg would open more files than the guest may have.
install_comitup() {
    local package
    for package in "$WIFILAB_CACHE"/peer/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar --extract --directory=/ --keep-directory-symlink || return
    done
    useradd --system --home-dir /run/avahi-daemon --shell /usr/sbin/nologin avahi
    mkdir -p /var/lib/comitup
    # Its library does not know the type of NetworkManager 1.42's loopback device (32), and ends at once as shipped.
    sed -i 's/^        NM_DEVICE_TYPE_WIFI_P2P: WifiP2p,$/&\n        32: Generic,/' \
        /usr/lib/python3/dist-packages/NetworkManager.py
    ldconfig
    py3compile /usr/share/comitup
    systemctl daemon-reload
    systemctl reload dbus
}

comitup_units=(comitup comitup-web avahi-daemon)

comitup_pids() {
    local unit
    for unit in "${comitup_units[@]}"; do cat "/sys/fs/cgroup/system.slice/$unit.service/cgroup.procs" 2>/dev/null; done
}

comitup_serves() { systemctl --quiet is-active comitup-web; }

# comitup_forget: as if it had never run.
comitup_forget() {
    systemctl stop comitup comitup-web avahi-daemon.socket avahi-daemon
    rm -rf /var/lib/comitup/*
}

# listen_to_air: every beacon, with its time, in logs/air.log; hwsim0 hears all radios.
listen_to_air() {
    ip link set hwsim0 up
    in_background air tcpdump -i hwsim0 -l -n -tt --immediate-mode type mgt subtype beacon
    wait_for 60 grep -q 'listening on' "$LOGS/air.log"
}
