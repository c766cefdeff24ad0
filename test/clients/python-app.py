"""An app with Python's gRPC (its C core): one call per line of JSON on standard input, one reply per line of JSON.

Usage: python-app.py <host:port> <image>, where the image is what `buf build -o image.binpb` makes.
"""

import json
import sys

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

address, image = sys.argv[1:]
pool = descriptor_pool.DescriptorPool()
with open(image, "rb") as file:
    for one in descriptor_pb2.FileDescriptorSet.FromString(file.read()).file:
        pool.Add(one)
usual = "viam.provisioning.v1.ProvisioningService"
factory = message_factory.MessageFactory(pool)
channel = grpc.insecure_channel(address)

for line in sys.stdin:
    call = json.loads(line)
    service = pool.FindServiceByName(call.get("service", usual))
    method = service.FindMethodByName(call["method"])
    make_request = factory.GetPrototype(method.input_type)
    make_reply = factory.GetPrototype(method.output_type)
    stub = channel.unary_unary(
        f"/{service.full_name}/{method.name}",
        request_serializer=make_request.SerializeToString,
        response_deserializer=make_reply.FromString,
    )
    request = json_format.ParseDict(call["request"], make_request())
    try:
        reply = stub(request, timeout=20, metadata=list(call["metadata"].items()))
        answer = {"reply": json_format.MessageToDict(reply, including_default_value_fields=True)}
    except grpc.RpcError as error:
        answer = {"status": error.code().value[0], "text": error.details()}
    print(json.dumps(answer), flush=True)
