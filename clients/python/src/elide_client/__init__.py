"""Shortens tool output, and requests to models, by ``elide serve``.

    elide = Elide()                          # where ELIDE_URL says
    shown = elide.reduce(output, command="go test ./...")
    print(shown.text)

    request = elide.messages({"model": ..., "messages": [...]})
    anthropic.Anthropic().messages.create(**request)

Nothing that goes wrong costs the caller anything: what can't be reduced comes back as
it was, and ``problem`` says why. ``Elide(strict=True)`` raises :class:`ElideError` instead.

It needs nothing but the standard library.
"""

from __future__ import annotations

import base64
import http.client
import json
import os
import socket
import urllib.parse
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Union

__all__ = ["Elide", "ElideError", "Reduced", "Request"]


class ElideError(Exception):
    """Why something could not be reduced.

    ``status`` is that of the answer, None if there was none; ``code`` and ``option`` are
    what the server says of it, for programs.
    """

    def __init__(self, message: str, status: Optional[int] = None, code: str = "", option: str = ""):
        super().__init__(message)
        self.status, self.code, self.option = status, code, option


@dataclass(frozen=True)
class Reduced:
    """What became of a block."""

    text: Union[str, bytes]
    """What is to be shown, of the type that the block had."""
    reduced: bool = False
    """Whether it differs from the block."""
    hash: str = ""
    """The original's: ``elision-get HASH`` gives it back."""
    report: Mapping[str, Any] = field(default_factory=dict)
    """All that the server says, as docs/openapi.json has it."""
    problem: Optional[ElideError] = None
    """Why elide was of no use; None if it was."""


class Request(dict):
    """A request to a model as it is to be sent, for ``create(**request)``."""

    report: Mapping[str, Any] = {}
    """All that the server says, as docs/openapi.json has it."""
    problem: Optional[ElideError] = None
    """Why elide was of no use; None if it was."""


class Elide:
    """A client. Threads may share one: each call has a connection of its own.

    ``url`` is what ``elide serve`` prints; without it, what ELIDE_URL holds. ``token`` is
    that of ``--token-file``; without it, what ELIDE_SERVE_TOKEN holds. ``timeout`` is in
    seconds.
    """

    def __init__(self, url: Optional[str] = None, *, token: Optional[str] = None, timeout: float = 30.0, strict: bool = False):
        self._url = url if url is not None else os.environ.get("ELIDE_URL", "")
        self._token = token if token is not None else os.environ.get("ELIDE_SERVE_TOKEN", "")
        self._timeout, self._strict = timeout, strict

    def reduce(self, block: Union[str, bytes], **options: Any) -> Reduced:
        """Reduces a block: what a tool printed.

        The options are those of POST /v1/reduce, as ``command="go test ./..."`` or
        ``max_bytes=8000``. One that is wrong is an error in any case: ValueError.
        """
        raw = block if isinstance(block, bytes) else block.encode("utf-8", "surrogatepass")
        try:
            body = {**options, "text": base64.b64encode(raw).decode(), "encoding": "base64"}
            _, answer = self._post("/v1/reduce", body)
            report = json.loads(answer)
            text = report.pop("text")
            if report["encoding"] == "base64":
                shown = base64.b64decode(text)
            else:
                shown = text.encode()
            if not report["reduced"]:
                return Reduced(block, report=report)
            kept: Union[str, bytes] = shown if isinstance(block, bytes) else shown.decode("utf-8", "surrogatepass")
            return Reduced(kept, True, report.get("hash", ""), report)
        except (ElideError, ValueError, KeyError, TypeError) as err:
            return Reduced(block, problem=self._problem(err))

    def messages(self, request: Mapping[str, Any], **options: Any) -> Request:
        """Reduces a request to a model: the arguments of ``messages.create``,
        ``chat.completions.create`` or ``responses.create``, or a body for Gemini.

        What the SDK returned may stand in it as it is. The options are those of POST
        /v1/messages/reduce. The caller's own history stays whole: send what comes back,
        and go on with what you had.
        """
        result = Request(request)
        try:
            headers, answer = self._post("/v1/messages/reduce", _json(request), options)
            report = json.loads(headers["Elide-Report"])
            if report["reduced"]:
                result = Request(json.loads(answer))
            result.report = report
        except (ElideError, ValueError, KeyError, TypeError) as err:
            result.problem = self._problem(err)
        return result

    def _problem(self, err: Exception) -> ElideError:
        if isinstance(err, ElideError):
            if err.option not in ("", "text"):
                raise ValueError(str(err)) from err
            problem = err
        else:
            problem = ElideError(f"elide serve was not understood: {type(err).__name__}")
        if self._strict:
            raise problem from err
        return problem

    def _post(self, path: str, body: Union[bytes, dict], query: Optional[Mapping[str, Any]] = None) -> tuple[http.client.HTTPMessage, bytes]:
        if isinstance(body, dict):
            body = json.dumps(body).encode()
        connection, base = self._connect()
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._token:
            headers["Authorization"] = "Bearer " + self._token
        if query:
            given = {name: _text(value) for name, value in query.items() if value is not None}
            path += "?" + urllib.parse.urlencode(given, doseq=True)
        try:
            connection.request("POST", base + path, body, headers)
            response = connection.getresponse()
            answer = response.read()
        except (OSError, http.client.HTTPException) as err:
            raise ElideError(f"elide serve could not be reached: {err}") from err
        finally:
            connection.close()
        if response.status != 200:
            raise _refused(response.status, answer)
        return response.headers, answer

    def _connect(self) -> tuple[http.client.HTTPConnection, str]:
        if self._url.startswith("unix:"):
            return _SocketConnection(self._url[len("unix:") :], self._timeout), ""
        parts = urllib.parse.urlsplit(self._url)
        kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        if parts.scheme not in kinds or not parts.hostname:
            raise ElideError("where elide serve is, is not known: ELIDE_URL or url holds what it prints")
        return kinds[parts.scheme](parts.hostname, parts.port, timeout=self._timeout), parts.path.rstrip("/")


class _SocketConnection(http.client.HTTPConnection):
    """A connection to a socket in the file system."""

    def __init__(self, file: str, timeout: float):
        super().__init__("localhost", timeout=timeout)
        self._file = file

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._file)


def _refused(status: int, answer: bytes) -> ElideError:
    try:
        told = json.loads(answer)["error"]
        return ElideError(told["message"], status, told["code"], told.get("option", ""))
    except (ValueError, KeyError, TypeError):
        return ElideError(f"elide serve answered with status {status}", status)


def _text(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return [str(v) for v in value] if isinstance(value, (list, tuple)) else str(value)


def _json(request: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(request, default=_plain, ensure_ascii=False).encode()
    except (TypeError, ValueError) as err:
        raise ElideError(f"the request is nothing that JSON has: {err}") from err


def _plain(value: Any) -> Any:
    """Returns what the SDKs return (pydantic's models) as JSON has it."""
    dump = getattr(value, "model_dump", None)
    if dump is None:
        raise TypeError(f"it holds a {type(value).__name__}")
    return dump(mode="json", exclude_unset=True)
