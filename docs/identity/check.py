"""Holds sign.py against the published vectors: python3 docs/identity/check.py"""
import json, pathlib
from sign import sign_identity

published = json.loads((pathlib.Path(__file__).parent / "test-vectors.json").read_text("utf-8"))
OWN = {"iss", "aud", "sub", "iat", "exp", "jti"}
for vector in published["vectors"]:
    claims = vector["claims"]
    token = sign_identity(
        published["key"],
        claims["sub"],
        {name: value for name, value in claims.items() if name not in OWN},
        ttl=claims["exp"] - claims["iat"],
        now=claims["iat"],
        jti=claims["jti"],
    )
    assert token == vector["token"], vector["name"]
print(len(published["vectors"]), "tokens agree")
