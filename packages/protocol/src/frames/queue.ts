/**
 * The line of those who wait for a person, as one of them is told of it: the own place and nothing else. A client may do
 * without it, so it is read apart from the others (read-line-frame.ts).
 */

/**
 * Where a visitor stands who waits for a person. A fact of the moment: said after `live` and whenever it changes, and not
 * kept anywhere; it is over with the connection, and as soon as the log says that nobody waits any more.
 */
export interface LineFrame {
  readonly t: 'line';
  readonly conversation: string;
  /** 1: the next one. Null: further back than `placesTold`. */
  readonly place: number | null;
  /** Somebody sits where people answer. False: nobody does just now, and what is written lies there until somebody comes. */
  readonly attended: boolean;
}
