#!/bin/sh
# Installs machine-agent on a Linux system with systemd. As root:
#
#     API_KEY_ID=... API_KEY=... PART_ID=... sh install.sh     fetches the machine's credentials first
#     sh install.sh                                            uses the credentials file that is there
#
# Also understood, each as a variable:
#     ROOT_URL      the cloud, for example https://cloud.example; a cloud that serves this script fills it in
#     AGENT_URL     where the program is; its SHA-256 has to be at the same address with .sha256 behind it
#     AGENT_FILE    the program itself, already here; then nothing is downloaded
#     CONFIG        the credentials file; /etc/machine.json
#     DESTDIR       install into the system in this folder (a mounted image) instead of the one that runs
#     WITHOUT_CREDENTIALS=1   without any: the machine gets them by phone, from its hotspot
#     FORCE=1       replace credentials of another machine; the old file is kept beside it
set -eu
umask 022

die() {
    echo "install: $*" >&2
    exit 1
}

say() {
    echo "install: $*"
}

architecture() {
    # A 64-bit kernel may carry a 32-bit system: what counts is the loader of its programs.
    case "$(uname -m)" in
        x86_64 | amd64) loader=/lib64/ld-linux-x86-64.so.2 name=amd64 ;;
        aarch64 | arm64) loader=/lib/ld-linux-aarch64.so.1 name=arm64 ;;
        *) die "no program for $(uname -m); there are amd64 and arm64" ;;
    esac
    [ -e "$loader" ] || die "this system has no 64-bit programs ($loader is missing)"
    echo "$name"
}

download() { # FROM TO
    curl --fail --silent --show-error --location --retry 3 --connect-timeout 20 --max-time 1800 \
        --output "$2" "$1" || die "cannot download $1"
}

get_program() { # leaves the program in $work/machine-agent
    if [ -n "$AGENT_FILE" ]; then
        [ -f "$AGENT_FILE" ] || die "AGENT_FILE: $AGENT_FILE is no file"
        cp "$AGENT_FILE" "$work/machine-agent"
    else
        if [ -z "$AGENT_URL" ]; then
            [ -n "$ROOT_URL" ] || die "ROOT_URL (the cloud), AGENT_URL or AGENT_FILE has to say where the program is"
            AGENT_URL="$ROOT_URL/install/machine-agent-linux-$(architecture)"
        fi
        say "downloading $AGENT_URL"
        download "$AGENT_URL" "$work/machine-agent"
        download "$AGENT_URL.sha256" "$work/sha256"
        wanted=$(cut -c 1-64 "$work/sha256" | head -n 1)
        found=$(sha256sum "$work/machine-agent" | cut -c 1-64)
        [ "$wanted" = "$found" ] || die "$AGENT_URL does not have the SHA-256 that is published for it"
    fi
    chmod 755 "$work/machine-agent"
}

is_plain() { # what may stand in a header and in curl's configuration without quoting
    case "$1" in
        *[!A-Za-z0-9._~+/=-]*) return 1 ;;
    esac
}

get_credentials() {
    [ -n "$ROOT_URL" ] || die "ROOT_URL has to say which cloud the credentials are from"
    for value in "$PART_ID" "$API_KEY_ID" "$API_KEY"; do
        [ -n "$value" ] || die "API_KEY_ID, API_KEY and PART_ID go together: give all three, or none"
        is_plain "$value" || die "API_KEY_ID, API_KEY or PART_ID has a character that none of them can have"
    done
    say "getting the credentials of $PART_ID from $ROOT_URL"
    # The key goes in by standard input: arguments can be seen by everybody on this system.
    (
        umask 077
        printf 'header = "key_id: %s"\nheader = "key: %s"\n' "$API_KEY_ID" "$API_KEY" |
            curl --config - --fail --silent --show-error --retry 3 --connect-timeout 20 --max-time 120 \
                --max-filesize 65536 --output "$work/credentials" \
                "$ROOT_URL/api/json1/config?client=true&id=$PART_ID"
    ) || die "the cloud did not give the credentials: check API_KEY_ID, API_KEY and PART_ID"
    grep -q '"cloud"' "$work/credentials" || die "what the cloud gave is no credentials file"
}

put_credentials() { # whole or not at all, and readable by root alone
    file="$DESTDIR$CONFIG"
    if [ -e "$file" ]; then
        if cmp -s "$work/credentials" "$file"; then
            return 0
        fi
        [ "$FORCE" = 1 ] || die "$file has other credentials already; FORCE=1 replaces them"
        cp -p "$file" "$file.old"
        say "the former credentials are in $file.old"
    fi
    mkdir -p "$(dirname "$file")"
    (
        umask 077
        cp "$work/credentials" "$file.part"
    )
    sync "$file.part"
    mv "$file.part" "$file"
}

main() {
    ROOT_URL=${ROOT_URL:-}
    ROOT_URL=${ROOT_URL%/}
    AGENT_URL=${AGENT_URL:-}
    AGENT_FILE=${AGENT_FILE:-}
    API_KEY_ID=${API_KEY_ID:-}
    API_KEY=${API_KEY:-}
    PART_ID=${PART_ID:-}
    CONFIG=${CONFIG:-/etc/machine.json}
    DESTDIR=${DESTDIR:-}
    DESTDIR=${DESTDIR%/}
    FORCE=${FORCE:-}
    WITHOUT_CREDENTIALS=${WITHOUT_CREDENTIALS:-}

    [ "$(uname -s)" = Linux ] || die "this script is for Linux"
    [ "$(id -u)" = 0 ] || die "this has to be run as root"
    [ -n "$AGENT_FILE" ] || command -v curl >/dev/null || die "curl is missing; install it first"

    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    if [ -n "$API_KEY_ID$API_KEY$PART_ID" ]; then
        get_credentials
    elif [ ! -e "$DESTDIR$CONFIG" ] && [ "$WITHOUT_CREDENTIALS" != 1 ]; then
        die "there is no $DESTDIR$CONFIG. Give API_KEY_ID, API_KEY and PART_ID, or WITHOUT_CREDENTIALS=1"
    fi
    get_program
    [ ! -e "$work/credentials" ] || put_credentials

    if [ -n "$DESTDIR" ]; then
        "$work/machine-agent" --install --root "$DESTDIR" || die "the service could not be installed"
        return
    fi
    "$work/machine-agent" --install || die "the service could not be installed"
    "$work/machine-agent" --config "$CONFIG" --check >"$work/check" 2>&1 || {
        say "something is wrong with the settings; the service starts all the same:"
        sed -n '/^Problems/,$p' "$work/check"
    }
    systemctl restart machine-agent.service || die "the service does not start: journalctl -u machine-agent"
    say "machine-agent runs. Its log: journalctl -u machine-agent"
}

# The last line: of a script that was cut off on its way nothing is run.
main
