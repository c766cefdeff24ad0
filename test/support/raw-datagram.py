"""Sends one UDP datagram on loopback with any source port, also 0, and so also a false one. Needs CAP_NET_RAW.

usage: raw-datagram.py SOURCE_PORT DESTINATION_PORT PAYLOAD_IN_HEX
"""
import socket
import struct
import sys

source, destination = int(sys.argv[1]), int(sys.argv[2])
payload = bytes.fromhex(sys.argv[3])
raw = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_UDP)
# Checksum 0: none was made (RFC 768).
header = struct.pack("!HHHH", source, destination, 8 + len(payload), 0)
raw.sendto(header + payload, ("127.0.0.1", 0))
