import { CLOSE, type ClientFrame, type ServerFrame } from '@service/protocol';
import type { WebSocketLike } from '../core/index.js';
import { loadEveryFeature } from '../core/runtime/load-feature.js';
import type { ServedConversation } from './fake-conversation.js';
import { type FakeHost, FakeProtocol } from './fake-protocol.js';
import type { FakeServer, FakeServerOptions } from './fake-server-api.js';
import { type FakeConnection, fakeWebSocket } from './fake-socket.js';
import type { FakeClient } from './fake-visit.js';

/**
 * A chat server in memory that speaks the real protocol, for tests of an integration: no port, no process, no waiting. Pass its
 * `WebSocket` to the client, or `install()` it. Never throws.
 */
export function createFakeServer(options: FakeServerOptions = {}): FakeServer {
  return new InMemoryServer(options);
}

class InMemoryServer implements FakeServer, FakeHost {
  readonly WebSocket: WebSocketLike;
  readonly received: ClientFrame[] = [];
  readonly sent: ServerFrame[] = [];
  readonly conversations: ServedConversation[] = [];
  connectionsEver = 0;
  readonly clients = new Set<FakeClient>();
  readonly killed = new Set<string>();
  private readonly protocol = new FakeProtocol(this);
  private numbers = 0;
  private delayMs = 0;
  private acksToDrop = 0;
  private isReachable = true;
  private underway = 0;
  private waiting: (() => void)[] = [];

  constructor(readonly options: FakeServerOptions) {
    this.WebSocket = fakeWebSocket({
      accept: (connection) => (this.isReachable ? this.accept(connection) : null),
      delayMs: () => this.delayMs,
      underway: () => {
        this.underway += 1;
        return () => this.arrived();
      },
    });
  }

  install(): () => void {
    const before = globalThis.WebSocket;
    globalThis.WebSocket = this.WebSocket as unknown as typeof WebSocket;
    return () => {
      globalThis.WebSocket = before;
    };
  }

  get conversation(): ServedConversation {
    const last = this.conversations.at(-1);
    if (!last) throw new Error('No visitor has come yet: connect a client, then await settled().');
    return last;
  }

  get connections(): number {
    return this.clients.size;
  }

  async settled(): Promise<void> {
    // A client that has just needed a feature has requested its code before us.
    await loadEveryFeature();
    // And the code that runs tools, which the feature loads.
    await import('../core/lazy/client-tools/local-runner.js');
    if (this.underway > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  dropAcks(count = 1): void {
    this.acksToDrop += count;
  }

  delay(ms: number): void {
    this.delayMs = ms;
  }

  killConnections(code: number = CLOSE.network.code): void {
    for (const client of this.clients) client.close(code);
  }

  killTab(): void {
    const last = [...this.clients].at(-1);
    if (!last) throw new Error('No page is connected: connect a client, then await settled().');
    if (last.instance !== null) this.killed.add(last.instance);
    this.clients.delete(last);
    last.close(CLOSE.network.code);
    last.session?.conversation.lose(last);
  }

  reachable(yes: boolean): void {
    this.isReachable = yes;
    if (!yes) this.killConnections();
  }

  drain(windowMs = 0): void {
    for (const client of this.clients) client.send({ t: 'drain', windowMs });
  }

  takeDroppedAck(): boolean {
    if (this.acksToDrop === 0) return false;
    this.acksToDrop -= 1;
    return true;
  }

  nextNumber(): string {
    this.numbers += 1;
    return String(this.numbers);
  }

  private accept(connection: FakeConnection): { received(frame: unknown): void; closed(): void } {
    const client: FakeClient = {
      send: (frame) => this.send(connection, frame),
      close: connection.close,
      badFrames: 0,
      instance: null,
      session: null,
      following: false,
    };
    this.clients.add(client);
    this.connectionsEver += 1;
    return {
      // Frames on their way from a killed tab are lost.
      received: (frame) => this.clients.has(client) && this.protocol.receive(client, frame as ClientFrame),
      closed: () => this.clients.delete(client),
    };
  }

  private send(connection: FakeConnection, frame: ServerFrame): void {
    this.sent.push(frame);
    connection.send(frame);
  }

  private arrived(): void {
    this.underway -= 1;
    if (this.underway > 0) return;
    const resolves = this.waiting;
    this.waiting = [];
    for (const resolve of resolves) resolve();
  }
}
