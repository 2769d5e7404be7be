# The call that all endpoints share. Python 3.11 or later; nothing else is needed.
import json
from typing import Optional
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen


class Client:
    """Address of the service and headers of every call. A refusal raises urllib.error.HTTPError."""

    def __init__(self, url: str, headers: Optional[dict[str, str]] = None):
        self.url = url
        self.headers = headers or {}

    def call(self, method, path, parts, query, given, body, headers) -> bytes:
        for name, value in parts.items():
            path = path.replace('{' + name + '}', quote(str(value), safe=''))
        told = {name: str(value).lower() if isinstance(value, bool) else value
                for name, value in query.items() if value is not None}
        if told:
            path += '?' + urlencode(told, doseq=True)
        sent = {**self.headers, **{name: value for name, value in given.items() if value is not None}, **(headers or {})}
        data = body.encode() if isinstance(body, str) else body
        if data is not None and not isinstance(data, bytes):
            data = json.dumps(data).encode()
            sent.setdefault('Content-Type', 'application/json')
        with urlopen(Request(self.url + path, data=data, headers=sent, method=method)) as answer:
            return answer.read()
