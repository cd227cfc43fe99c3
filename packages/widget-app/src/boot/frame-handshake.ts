/**
 * The frame's end of the handshake. The browser has proven the page's origin (`frame-ancestors`), so the hello goes to
 * exactly that origin, and only an answer from the parent, from there, with our nonce and one port, is believed.
 */
import {
  BRIDGE_MARK,
  BRIDGE_VERSION,
  type BridgeConnect,
  type FrameMessage,
  type HostMessage,
  readBridgeConnect,
  readHostMessage,
} from '@service/protocol';

export interface HostLine {
  readonly connect: BridgeConnect;
  post(message: FrameMessage): void;
  /** Commands in order; those that came before anyone listened are kept. */
  listen(listener: (message: HostMessage) => void): void;
}

/** Resolves when the page has answered. Never rejects: a page that doesn't answer shows nothing, and says so itself. */
export function shakeHands(frame: Window, hostOrigin: string): Promise<HostLine> {
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return new Promise((resolve) => {
    const answered = (event: MessageEvent): void => {
      if (event.source !== frame.parent || event.origin !== hostOrigin || event.ports.length !== 1) return;
      const connect = readBridgeConnect(event.data, nonce);
      if (!connect) return;
      frame.removeEventListener('message', answered);
      resolve(lineOver(event.ports[0] as MessagePort, connect));
    };
    frame.addEventListener('message', answered);
    frame.parent.postMessage({ mark: BRIDGE_MARK, t: 'hello', nonce, versions: [BRIDGE_VERSION] }, hostOrigin);
  });
}

function lineOver(port: MessagePort, connect: BridgeConnect): HostLine {
  const waiting: HostMessage[] = [];
  let hear: (message: HostMessage) => void = (message) => waiting.push(message);
  port.onmessage = (event) => {
    const message = readHostMessage(event.data);
    if (message) hear(message);
  };
  return {
    connect,
    post: (message) => port.postMessage(message),
    listen(listener) {
      hear = listener;
      for (const message of waiting.splice(0)) listener(message);
    },
  };
}
