/**
 * `all-faults`: everything fails. `connection-faults`: only connections and pages fail, not bus, store and processes, and the
 * server sends no heads; so a reader that missed an event would never notice, and none may miss any. `tool-calls`: everything
 * fails, and the assistant calls functions of the pages before it answers.
 */
export type FaultMode = 'all-faults' | 'connection-faults' | 'tool-calls';
