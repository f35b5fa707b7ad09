"""TLS: an authority of the server's own, made anew at each start, and certificates that are good or wrong.

They are for 127.0.0.1, localhost, and HOST and all below it, which a test reaches through the proxy.
"""

import datetime
import ipaddress
import os
import ssl
import tempfile

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOST = "service.example"
NAMES = (x509.IPAddress(ipaddress.ip_address("127.0.0.1")), *map(x509.DNSName, ("localhost", HOST, "*." + HOST)))
ELSEWHERE = (x509.DNSName("elsewhere.example"),)
VALID, EXPIRED, FUTURE = (2020, 2099), (2000, 2001), (2090, 2099)

# Each kind: for whom, from when until when.
KINDS = {
    "good": (NAMES, VALID), "expired": (NAMES, EXPIRED), "not yet valid": (NAMES, FUTURE),
    "wrong host": (ELSEWHERE, VALID), "self-signed": (NAMES, VALID),
}


class Authority:
    def __init__(self):
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._certificate = _certificate(_named("Test authority"), self._key, None, (), VALID)

    @property
    def pem(self):
        return self._certificate.public_bytes(serialization.Encoding.PEM)

    def context(self, kind, version=None):
        """The context of a server with a certificate of this kind, which speaks this version alone."""
        names, years = KINDS[kind]
        key = ec.generate_private_key(ec.SECP256R1())
        issuer = None if kind == "self-signed" else (self._certificate.subject, self._key)
        certificate = _certificate(_named(HOST), key, issuer, names, years)
        encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        pems = certificate.public_bytes(encoding), key.private_bytes(encoding, form, serialization.NoEncryption())
        with tempfile.TemporaryDirectory() as folder:  # OpenSSL in Python reads them from files alone
            paths = [_written(folder, name, pem) for name, pem in zip(("certificate", "key"), pems)]
            return context(*paths, version)


def context(certificate, key, version):
    """Of files in PEM."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(certificate, key)
    if version is not None:
        made.minimum_version = made.maximum_version = ssl.TLSVersion[version]
        made.set_ciphers("ALL:@SECLEVEL=0")
    return made


def _certificate(subject, key, issuer, names, years):
    """`issuer` is a name and a key; without one the certificate is signed by itself. An authority has no names."""
    name, signing_key = issuer or (subject, key)
    first, last = (datetime.datetime(year, 1, 1) for year in years)
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(first).not_valid_after(last)
    builder = builder.add_extension(x509.BasicConstraints(ca=not names, path_length=None), critical=True)
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    return builder.sign(signing_key, hashes.SHA256())


def _named(name):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _written(folder, name, data):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(data)
    return path
