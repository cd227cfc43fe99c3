/** A TCP load balancer: gives each connection to the next node that accepts one. Has no other health check. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class Balancer {
  readonly #sockets = new Set<Socket>();
  #turn = 0;
  /** Connections that no node accepted. */
  rejected = 0;

  private constructor(
    private readonly ports: readonly number[],
    private readonly server: Server,
  ) {}

  static async start(ports: readonly number[]): Promise<Balancer> {
    const server = createServer();
    const balancer = new Balancer(ports, server);
    server.on('connection', (client) => void balancer.#forward(client));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return balancer;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #forward(client: Socket): Promise<void> {
    this.#track(client);
    client.pause();
    const first = this.#turn++;
    for (let i = 0; i < this.ports.length; i++) {
      const node = await this.#connect(this.ports[(first + i) % this.ports.length] as number);
      if (!node) continue;
      for (const [from, to] of [
        [client, node],
        [node, client],
      ] as const) {
        from.pipe(to);
        // A side that disconnects without a FIN ends the other side too.
        from.on('close', () => to.destroy());
      }
      return;
    }
    this.rejected += 1;
    client.resetAndDestroy();
  }

  /** Null if the node refuses. */
  #connect(port: number): Promise<Socket | null> {
    return new Promise((resolve) => {
      const node = connect(port, '127.0.0.1');
      this.#track(node);
      node.once('connect', () => resolve(node));
      node.once('close', () => resolve(null));
    });
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
