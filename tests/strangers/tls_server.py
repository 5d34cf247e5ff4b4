"""A server with TLS. Prints its port and the path of its authority's certificate, then each request's target."""

import http.server
import pathlib
import ssl
import subprocess
import tempfile

folder = pathlib.Path(tempfile.mkdtemp())
(folder / "ext").write_text("subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth")
for command in (
    "req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=authority",
    "req -newkey rsa:2048 -nodes -keyout key.pem -out request.pem -subj /CN=localhost",
    "x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out cert.pem -days 2 -extfile ext",
):
    subprocess.run(["openssl", *command.split()], cwd=folder, check=True, capture_output=True)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        print(self.path, flush=True)
        self.send_error(503)

    def log_message(self, *_):
        pass


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, folder / "ca.pem", flush=True)
server.serve_forever()
