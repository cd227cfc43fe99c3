/** A visitor's socket that sends any frame at any time and doesn't mind what comes back. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type AppendBody, type ClientFrame, REALTIME_PATH, type ServerFrame, SUBPROTOCOL } from '@service/protocol';
import { LightSocket } from '../light-socket.js';
import { type Aim, ATTACKER } from './aim.js';

const WELCOME_MS = 10_000;

export class HostileVisitor {
  isOpen = true;
  onFrame: (frame: ServerFrame) => void = () => undefined;

  private constructor(
    private readonly socket: LightSocket,
    readonly session: string,
    readonly conversation: string,
  ) {
    socket.onText = (text) => {
      const frame = JSON.parse(text) as ServerFrame;
      if (frame.t === 'ping') this.send({ t: 'pong', n: frame.n });
      this.onFrame(frame);
    };
    socket.onClose = () => {
      this.isOpen = false;
    };
  }

  /** Null when the server doesn't let it in. `from`: the address that the proxy reports. */
  static open({ port, inbox, page }: Aim, from = ATTACKER): Promise<HostileVisitor | null> {
    const origin = `http://127.0.0.1:${port}`;
    const hello = {
      t: 'hello',
      v: [1],
      inbox,
      session: null,
      origin: page,
      sdk: 'attack/1',
      instance: randomBytes(16).toString('base64url'),
      cursor: null,
      visible: true,
    } satisfies ClientFrame;
    return new Promise((resolve) => {
      const options = { url: origin + REALTIME_PATH, origin, protocol: SUBPROTOCOL, forwardedFor: from };
      LightSocket.open(options, (socket) => {
        const leave = (): void => {
          socket.close();
          resolve(null);
        };
        const timer = setTimeout(leave, WELCOME_MS);
        socket.onClose = () => {
          clearTimeout(timer);
          resolve(null);
        };
        socket.onText = (text) => {
          clearTimeout(timer);
          const frame = JSON.parse(text) as ServerFrame;
          if (frame.t === 'welcome') resolve(new HostileVisitor(socket, frame.session ?? '', frame.conversation));
          else leave();
        };
        socket.send(JSON.stringify(hello));
      }).catch(() => resolve(null));
    });
  }

  send(frame: ClientFrame): void {
    if (this.isOpen && this.socket.isOpen) this.socket.send(JSON.stringify(frame));
  }

  append(body: AppendBody): void {
    this.send({ t: 'append', conversation: this.conversation, clientId: randomUUID(), body });
  }

  close(): void {
    this.isOpen = false;
    this.socket.close();
  }
}
