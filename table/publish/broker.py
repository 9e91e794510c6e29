"""A connection to an MQTT broker that is restored by itself.

paho is used without a layer over it: it is the one that says when a broker refuses what was published.
"""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from hardware.troubles import reason_of
from table.errors import TableError, UnreadableError
from table.sentences import english
from table.settings.settings import BrokerSettings

KEEPALIVE_S = 20
"""Seconds after which broker and client notice that the other is gone; the broker takes one and a half."""
AGAIN_S = (1.0, 30.0)
"""Seconds between two tries to connect: at first, and at most."""
LAST_S = 2.0
"""Seconds that the last message gets on its way."""
MESSAGE_BYTES_MOST = 1 << 16
"""Bytes of the longest message that the broker may send us; ours are much shorter."""
REFUSING = frozenset({134, 135, 138, 140})
"""Reason codes of a broker that will not have this user: bad user name or password, not authorised, banned,
bad authentication method."""


class BrokerError(TableError):
    """The broker refuses what it is asked for; trying again does not help."""


class Will:
    """What the broker publishes once this connection is lost: `payload`, retained at `topic`."""

    def __init__(self, topic: str, payload: str) -> None:
        self.topic, self.payload = topic, payload


class Broker:
    """The connection of one user to one broker. All functions are called in the thread of `run`.

    `key`: of the settings, for sentences.
    `tell`: called with sentences for the log.
    `ready`: called after each new connection.
    `lost`: called when the connection is lost.
    `heard`: called with topic and payload of each message.
    """

    def __init__(
        self,
        settings: BrokerSettings,
        key: str,
        user: str,
        password: str | None,
        tell: Callable[[str], object],
        *,
        ready: Callable[[], object],
        lost: Callable[[], object] = lambda: None,
        heard: Callable[[str, bytes], object] = lambda topic, payload: None,  # noqa: ARG005
        will: Will | None = None,
    ) -> None:
        self._settings, self._key, self._user, self._password = settings, key, user, password
        self._tell, self._will = tell, will
        self._ready, self._lost, self._heard = ready, lost, heard
        self._tls = tls_of(settings)
        self._client: Client | None = None
        """The client while it is connected; None otherwise."""
        self._topics: dict[int, str] = {}
        """Topics published but not acknowledged yet, by message number."""
        self._watched: set[int] = set()
        """Message numbers of subscriptions that the broker may refuse."""
        self._refusal: BrokerError | None = None
        self._closing = threading.Event()
        self._told = ""

    @property
    def address(self) -> str:
        """The broker, for sentences."""
        return f"{self._settings.host}:{self._settings.port}"

    def run(self) -> None:
        """Stays connected until `close`. Raises `BrokerError` once the broker refuses user, certificate or
        topic."""
        wait_s = AGAIN_S[0]
        while not self._closing.is_set():
            was_reached = self._connect_once()
            if self._refusal:
                raise self._refusal
            wait_s = AGAIN_S[0] if was_reached else min(2 * wait_s, AGAIN_S[1])
            self._closing.wait(wait_s)

    def publish(self, topic: str, payload: bytes | str, *, retain: bool) -> None:
        """Publishes; nothing happens without a connection. From any thread."""
        client = self._client
        if client:
            sent = client.publish(topic, payload, qos=1, retain=retain)
            self._topics[sent.mid] = topic

    def subscribe(self, topic: str) -> None:
        """Asks for all messages of a topic. Called in `ready`."""
        assert self._client
        self._client.subscribe(topic, qos=1)

    def watch(self, topic: str) -> None:
        """Asks for what others publish to a topic from now on, if the broker lets us. Called in `ready`."""
        assert self._client
        live = SubscribeOptions(qos=1, noLocal=True, retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND)
        _, mid = self._client.subscribe(topic, options=live)
        assert mid is not None
        self._watched.add(mid)

    def close(self, last: Will | None = None) -> None:
        """Ends `run`. `last`: is still published."""
        client = self._client
        if client and last:
            sent = client.publish(last.topic, last.payload, qos=1, retain=True)
            with suppress(ValueError, RuntimeError):
                sent.wait_for_publish(LAST_S)
        self._closing.set()
        if client:
            client.disconnect()

    # One connection

    def _connect_once(self) -> bool:
        """Connects, and stays until the connection is lost. Returns whether there was one. A client is used
        once: an old one would send again what it had not sent, after what is new."""
        client = Client(
            CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5, reconnect_on_failure=False
        )
        client.username_pw_set(self._user, self._password)
        if self._tls:
            client.tls_set_context(self._tls)
        if self._will:
            client.will_set(self._will.topic, self._will.payload, qos=1, retain=True)
        client.on_connect = self._on_connect
        client.on_publish = self._on_publish
        client.on_message = self._on_message
        client.on_disconnect = self._on_disconnect
        client.on_subscribe = self._on_subscribe
        self._topics.clear()
        self._watched.clear()
        most = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        most.MaximumPacketSize = MESSAGE_BYTES_MOST
        self._was_reached = False
        try:
            client.connect(self._settings.host, self._settings.port, KEEPALIVE_S, properties=most)
            client.loop_forever()
        except ssl.SSLCertVerificationError as error:
            self._refusal = BrokerError(
                f"the certificate of {self.address} is refused: {error.verify_message}; "
                "broker.host has to be a name in it, and broker.ca the file of whoever signed it"
            )
        except ssl.SSLError as error:
            self._refusal = BrokerError(
                f"{self.address} does not speak TLS as we do: {error.reason or error}; "
                "is broker.port the port for TLS?"
            )
        except OSError as error:
            self._say(f"no broker at {self.address}: {told_of(error)}; it is tried again")
        finally:
            self._client = None
        return self._was_reached

    def _on_connect(
        self, client: Client, _: object, flags: ConnectFlags, reason: ReasonCode, more: Properties | None
    ) -> None:
        del flags, more
        if reason.is_failure:
            if reason.value in REFUSING:
                self._refusal = BrokerError(
                    f'{self.address} refuses the user "{self._user}": {reason}; '
                    f"is the password in {self._key}.password_file the one it was given?"
                )
            else:
                self._say(f"{self.address} takes nobody now: {reason}; it is tried again")
            client.disconnect()
            return
        if self._closing.is_set():
            client.disconnect()
            return
        self._was_reached = True
        self._client = client
        self._say(f'connected to {self.address} as "{self._user}"')
        self._ready()

    def _on_publish(
        self, client: Client, _: object, mid: int, reason: ReasonCode, more: Properties | None
    ) -> None:
        del more
        topic = self._topics.pop(mid, "")
        if reason.is_failure:
            self._refusal = BrokerError(
                f'{self.address} does not let "{self._user}" publish {topic or "this"}: {reason}; '
                f"its access list has to allow {self._key}.user that topic"
            )
            client.disconnect()

    def _on_subscribe(
        self, client: Client, _: object, mid: int, reasons: list[ReasonCode], more: Properties | None
    ) -> None:
        del more
        if mid not in self._watched and any(reason.is_failure for reason in reasons):
            self._refusal = BrokerError(f'{self.address} does not let "{self._user}" read: {reasons[0]}')
            client.disconnect()

    def _on_message(self, client: Client, _: object, message: MQTTMessage) -> None:
        del client
        self._heard(message.topic, bytes(message.payload))

    def _on_disconnect(
        self, client: Client, _: object, flags: DisconnectFlags, reason: ReasonCode, more: Any
    ) -> None:
        del client, flags, more
        if self._client:
            self._client = None
            self._lost()
        if reason.value == MQTTErrorCode.MQTT_ERR_SUCCESS or self._closing.is_set() or self._refusal:
            return
        if self._was_reached:
            self._say(f"the connection to {self.address} is lost; it is tried again")
        else:
            self._say(
                f"{self.address} hung up before it answered; does it want TLS (broker.tls)? it is tried again"
            )

    def _say(self, sentence: str) -> None:
        """Logs a sentence, unless it was the last one."""
        if sentence != self._told:
            self._told = sentence
            self._tell(sentence)


def told_of(error: OSError) -> str:
    """What the system answered, in words."""
    return english().reason(reason_of(error))


def tls_of(settings: BrokerSettings) -> ssl.SSLContext | None:
    """How the connection is encrypted; None: not at all. Raises `UnreadableError` for a file of the authority
    that cannot be used."""
    if not settings.tls:
        return None
    try:
        return ssl.create_default_context(cafile=settings.ca or None)
    except ssl.SSLError as error:
        why = f"no certificate in it: {error.reason or error}"
    except OSError as error:
        why = f"cannot be read: {told_of(error)}"
    raise UnreadableError(f"broker.ca = {settings.ca}: {why}")


def password_of(key: str, file: str) -> str | None:
    """The first line of a password file; None: there is none. Raises `UnreadableError` if it cannot be
    read."""
    if not file:
        return None
    try:
        text = Path(file).read_text("utf-8")
    except UnicodeDecodeError:
        raise UnreadableError(f"{key}.password_file = {file}: is not UTF-8 text") from None
    except OSError as error:
        raise UnreadableError(f"{key}.password_file = {file}: cannot be read: {told_of(error)}") from None
    if not (first := text.partition("\n")[0].strip()):
        raise UnreadableError(f"{key}.password_file = {file}: its first line is empty; allowed: a password")
    return first
