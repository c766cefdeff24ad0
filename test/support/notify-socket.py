"""Stands for systemd: prints each message that comes to a Unix datagram socket, one JSON line each."""

import json
import os
import socket
import sys

receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print(json.dumps({"listening": True}), flush=True)
while True:
    message, descriptors, _, _ = socket.recv_fds(receiver, 4096, 4)
    # systemd-notify waits until the descriptor that comes with BARRIER=1 is closed (sd_notify_barrier(3)).
    for descriptor in descriptors:
        os.close(descriptor)
    print(json.dumps({"message": message.decode()}), flush=True)
