/** What a visitor may write and a socket may send is published: `FRAME_LIMITS` in the protocol's limits.ts. */
export const ADMISSION_LIMITS = {
  /**
   * Upgrades of one address: what a whole school does in a second, and no program needs. There is no such limit for a node:
   * when too many clients come at once, load shedding closes them at their hello and says how long to wait.
   */
  upgradesPerSecond: 20,
  upgradeBurst: 300,
  /** Sockets of one address before their hello. */
  unidentifiedSockets: 64,
  /** Sessions started from one address. */
  sessionStartsPerSecond: 1,
  sessionStartBurst: 60,
  /** How many times that much all addresses of an IPv6 /48 may have together: a customer can hold one, and a carrier's has many phones. */
  networkShares: 4,
  /** Open sockets of one address. Beyond, no session starts there; those that exist stay. */
  sockets: 1_000,
  /** Sessions started in one inbox. */
  inboxSessionStartsPerSecond: 500,
  inboxSessionStartBurst: 20_000,
  /** Messages of all visitors at one address. A school class that chats sends three a second. */
  addressAppendsPerSecond: 20,
  addressAppendBurst: 200,
  /** What a session may write all the same while others at its address have used that up: one there can't silence its colleagues. */
  appendsBeyondAddressPerSecond: 0.1,
  appendsBeyondAddressBurst: 5,
  /**
   * Requests for a person, of a session and of all visitors at one address. Where the visitor has written nothing before, a request
   * counts as `silentHandoff`. A visitor asks once; an office has a few in an hour.
   */
  handoffsPerSecond: 1 / 20,
  handoffBurst: 10,
  addressHandoffsPerSecond: 1 / 20,
  addressHandoffBurst: 24,
  silentHandoff: 3,
  socketsOfSession: 10,
  /**
   * Reads of a session. Beyond, each waits for its turn, and none is refused. More than anybody scrolls through, because
   * what the visitor writes waits behind it.
   */
  readsPerSecond: 5,
  readBurst: 60,
  /** The same for all visitors at one address: what sixty do who all scroll. */
  addressReadsPerSecond: 50,
  addressReadBurst: 600,
  /**
   * Characters that searches of all visitors at one address go through. The longest message of a visitor takes 10 to 30 ms of the thread
   * that serves everyone, so one at once, and twelve a second. A search that goes through thirty usual messages doesn't wait.
   */
  addressSearchedPerSecond: 100_000,
  addressSearchedBurst: 8_000,
  /** What a report of the page takes of both. Our client sends one in two seconds at most. */
  readsPerContext: 2,
  /**
   * Frames of a session that change rows and add none: what was read, the page's tools and calls, erasures, interruptions. Beyond, each
   * waits for its turn. A page with tools sends ten when it opens, and five for each call.
   */
  signalsPerSecond: 10,
  signalBurst: 60,
  /** The same for all visitors at one address: what sixty do whose pages open in the same second, and then two hundred who talk. */
  addressSignalsPerSecond: 100,
  addressSignalBurst: 1_000,
  /** What a session may send all the same while others at its address have used that up. */
  signalsBeyondAddressPerSecond: 0.2,
  signalsBeyondAddressBurst: 10,
  /** What some take of both: the tools of a page are up to 49 KB, and an erasure rewrites all that it deletes. */
  signalsPerOffer: 3,
  signalsPerErasure: 20,
} as const;
