/**
 * The open connections of the server, so that its files never run out: when there are too many, one of the address that
 * holds the most is closed. Time plays no part in it, and no address can keep others out by holding on.
 */
import { HTTP_LIMITS } from '../../runtime/limits.js';

/** A plain connection may open a file, to send or to store it; a WebSocket is none but its own. */
const PLAIN_FILES = 2;
const SOCKET_FILES = 1;

/** How many files the connections may hold together, of those that the process may open; null: unknown. */
export function connectionFiles(openFiles: number | null): number {
  if (openFiles === null) return Number.POSITIVE_INFINITY;
  // With very few files in all, half is for the server.
  return Math.max(openFiles - HTTP_LIMITS.reservedFiles, Math.floor(openFiles / 2));
}

/** What one address may hold of something, by its own limit and as a share of the connections. */
export function shareOfAddress(limit: number, files: number): number {
  return Math.max(1, Math.min(limit, Math.floor((files / PLAIN_FILES) * HTTP_LIMITS.addressShare)));
}

interface Holder<Connection> {
  /** Plain connections, the one that was quiet for longest first. */
  readonly plain: Set<Connection>;
  /** False for those who are not counted by address: they may hold what all may hold. */
  readonly counted: boolean;
}

export class ConnectionTable<Connection extends object> {
  private readonly holders = new Map<string, Holder<Connection>>();
  /** The holder of each plain connection. */
  private readonly groups = new Map<Connection, string>();
  private readonly webSockets = new Set<Connection>();
  private readonly perAddress: number;

  /** `most`: files that the connections may hold together. `isBusy`: the connection has a request in work. */
  constructor(
    private readonly most: number,
    private readonly isBusy: (connection: Connection) => boolean,
  ) {
    this.perAddress = shareOfAddress(HTTP_LIMITS.connections, most);
  }

  /** Files that the connections may hold now. */
  get files(): number {
    return this.groups.size * PLAIN_FILES + this.webSockets.size * SOCKET_FILES;
  }

  /** Adds a new connection and returns the one to close for it, or null. It may be the new one. `group` null: not counted. */
  add(connection: Connection, group: string | null): Connection | null {
    const key = group ?? '';
    const holder = this.holders.get(key) ?? { plain: new Set<Connection>(), counted: group !== null };
    this.holders.set(key, holder);
    holder.plain.add(connection);
    this.groups.set(connection, key);
    const isTooMuch = holder.counted && holder.plain.size > this.perAddress;
    if (!isTooMuch && this.files <= this.most) return null;
    const surplus = this.quietest(isTooMuch ? holder : this.largest());
    this.remove(surplus);
    return surplus;
  }

  /** It has begun or ended a request. */
  touch(connection: Connection): void {
    const holder = this.holders.get(this.groups.get(connection) ?? '');
    if (holder?.plain.delete(connection)) holder.plain.add(connection);
  }

  /** It is a WebSocket from now on, which has limits of its own. */
  upgraded(connection: Connection): void {
    if (this.remove(connection)) this.webSockets.add(connection);
  }

  closed(connection: Connection): void {
    this.remove(connection);
    this.webSockets.delete(connection);
  }

  private remove(connection: Connection): boolean {
    const key = this.groups.get(connection);
    if (key === undefined) return false;
    const holder = this.holders.get(key);
    holder?.plain.delete(connection);
    if (holder?.plain.size === 0) this.holders.delete(key);
    return this.groups.delete(connection);
  }

  private largest(): Holder<Connection> {
    return [...this.holders.values()].reduce((most, holder) => (holder.plain.size > most.plain.size ? holder : most));
  }

  /** One without a request, if there is any: a client only connects again. */
  private quietest({ plain }: Holder<Connection>): Connection {
    const [first] = plain;
    for (const connection of plain) if (!this.isBusy(connection)) return connection;
    return first as Connection;
  }
}
