/**
 * The frame's end of the handshake. The browser has checked the page's origin (`frame-ancestors`), so the hello goes to exactly
 * that origin. Only an answer of the parent from that origin, with our nonce and one port, is accepted, or of the window that has
 * opened or frames the parent: a page can put the chat into a popup.
 */
import {
  BRIDGE_MARK,
  BRIDGE_VERSION,
  type BridgeConnect,
  type BridgeHello,
  type ConfigProblem,
  type FrameConfig,
  type FrameMessage,
  type HostMessage,
  hex,
  type LauncherSettings,
  type ReportProblem,
  readBridgeConnect,
  readConfig,
  readHostMessage,
} from '@service/protocol';

/** The page's connect message, with its configuration checked. */
export interface Connection extends Omit<BridgeConnect, 'config'> {
  readonly config: FrameConfig;
}

export interface HostChannel {
  readonly connect: Connection;
  /** Invalid values in the page's configuration. */
  readonly problems: readonly ConfigProblem[];
  /** As the page gave it. */
  readonly launcher?: unknown;
  post(message: FrameMessage): void;
  /** Delivers the commands in order, also those from before the listener. `onProblem` is called with invalid ones. */
  listen(listener: (message: HostMessage) => void, onProblem?: ReportProblem): void;
}

/**
 * Resolves when the page has answered. Never rejects: without an answer, the page's side reports the problem. `launcher`: what
 * the page draws the launcher with; absent: it draws none.
 */
export function connectToHost(frame: Window, hostOrigin: string, launcher?: LauncherSettings): Promise<HostChannel> {
  const { parent } = frame;
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  return new Promise((resolve) => {
    const answered = (event: MessageEvent): void => {
      if (!event.source || ![parent, parent.parent, parent.opener].includes(event.source)) return;
      if (event.origin !== hostOrigin || event.ports.length !== 1) return;
      const connect = readBridgeConnect(event.data, nonce);
      if (!connect) return;
      const read = readConfig(connect.config);
      if (!read.ok) return;
      frame.removeEventListener('message', answered);
      resolve(channelOver(event.ports[0] as MessagePort, { ...connect, config: read.frame }, read));
    };
    frame.addEventListener('message', answered);
    const hello: BridgeHello = {
      mark: BRIDGE_MARK,
      t: 'hello',
      nonce,
      versions: [BRIDGE_VERSION],
      ...(launcher && { launcher }),
    };
    parent.postMessage(hello, hostOrigin);
  });
}

function channelOver(
  port: MessagePort,
  connect: Connection,
  { problems, launcher }: Pick<HostChannel, 'problems' | 'launcher'>,
): HostChannel {
  const waiting: unknown[] = [];
  let receive = (data: unknown): void => void waiting.push(data);
  port.onmessage = ({ data }) => receive(data);
  return {
    connect,
    problems,
    launcher,
    post: (message) => port.postMessage(message),
    listen(listener, onProblem) {
      receive = (data) => {
        const message = readHostMessage(data, onProblem);
        if (message) listener(message);
      };
      for (const data of waiting.splice(0)) receive(data);
    },
  };
}
