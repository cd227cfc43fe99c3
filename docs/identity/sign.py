"""Says who is logged in, for the chat. Standard library only; on your server, never in a page."""
import base64, hashlib, hmac, json, secrets, time


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _json(value: dict) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def sign_identity(key, user_id, claims=None, ttl=300, now=None, jti=None):
    """`key`: orgId, inboxId, kid, secret, as the server printed it. `claims`: name, email, email_verified, attrs, nonce."""
    iat = int(time.time() if now is None else now)
    header = {"alg": "HS256", "typ": "cwid+jwt", "kid": key["kid"]}
    payload = {
        "iss": key["orgId"],
        "aud": "cw:inbox:" + key["inboxId"],
        "sub": user_id,
        "iat": iat,
        "exp": iat + ttl,
        "jti": jti or secrets.token_urlsafe(16),
        **(claims or {}),
    }
    signed = _encode(_json(header)) + "." + _encode(_json(payload))
    signature = hmac.new(key["secret"].encode(), signed.encode(), hashlib.sha256).digest()
    return signed + "." + _encode(signature)
