/**
 * What this browser has begun on behalf of an assistant, written down before it is begun: a page that is loaded again in
 * the middle finds its own traces, and says "unknown" or hands in the result, instead of doing it a second time.
 */
import type { ToolReport } from '@service/protocol';
import type { Ports } from '../../../platform/ports.js';

export interface JournalEntry {
  readonly conversation: string;
  readonly call: string;
  readonly lease: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Null: begun, and not ended. */
  readonly report: ToolReport | null;
}

export interface Journal {
  readonly prefix: string;
  note(entry: JournalEntry): void;
  drop(call: string): void;
  /** Entries of pages that live no more. Whether a page lives is told by a lock it holds; without locks, nobody can tell. */
  abandoned(): Promise<readonly JournalEntry[]>;
  lockOf(lease: string): string;
}

/** Longer than any call lives. */
const FORGOTTEN_AFTER_MS = 3_600_000;

/** `prefix` is what every name begins with. */
export function journalIn(
  { storage: keeper, tabs, clock }: Pick<Ports, 'storage' | 'tabs' | 'clock'>,
  prefix: string,
): Journal {
  const lockOf = (lease: string): string => prefix + lease;
  return {
    prefix,
    lockOf,
    note: (entry) => void keeper.set(prefix + entry.call, JSON.stringify(entry)),
    drop: (call) => keeper.remove(prefix + call),
    async abandoned() {
      const entries: JournalEntry[] = [];
      for (const key of keeper.keys(prefix)) {
        const entry = read(keeper.get(key));
        if (entry && clock.now() - entry.at < FORGOTTEN_AFTER_MS) entries.push(entry);
        else keeper.remove(key);
      }
      const held = entries.length > 0 ? await tabs.held() : null;
      return entries.filter(({ lease, report }) => report !== null || (held !== null && !held.has(lockOf(lease))));
    },
  };
}

/** Storage belongs to whoever can write to it; what the server is told of it, it checks by the lease. */
function read(text: string | null): JournalEntry | null {
  try {
    const entry = JSON.parse(text ?? '') as JournalEntry;
    const isSound =
      typeof entry.lease === 'string' && typeof entry.call === 'string' && typeof entry.conversation === 'string';
    return isSound && typeof entry.at === 'number' ? entry : null;
  } catch {
    return null;
  }
}
