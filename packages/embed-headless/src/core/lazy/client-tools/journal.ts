import type { ToolReport } from '@service/protocol';
import type { Ports } from '../../../platform/ports.js';

export interface JournalEntry {
  readonly conversation: string;
  readonly call: string;
  readonly lease: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Null: started, not ended. */
  readonly report: ToolReport | null;
}

export interface Journal {
  readonly prefix: string;
  note(entry: JournalEntry): void;
  drop(call: string): void;
  /** Entries of pages that are gone. A living page holds a lock; without locks, only entries with a report are returned. */
  abandoned(): Promise<readonly JournalEntry[]>;
  lockOf(lease: string): string;
}

/** Longer than any call takes. */
const ENTRY_LIFETIME_MS = 3_600_000;

/**
 * Notes of calls in the browser's storage, written before a tool runs. A page that is reloaded meanwhile finds them, and reports the
 * result or "unknown" instead of running the tool a second time.
 * @param prefix of every key
 */
export function journalIn(
  { storage, tabs, clock }: Pick<Ports, 'storage' | 'tabs' | 'clock'>,
  prefix: string,
): Journal {
  const lockOf = (lease: string): string => prefix + lease;
  return {
    prefix,
    lockOf,
    note: (entry) => void storage.set(prefix + entry.call, JSON.stringify(entry)),
    drop: (call) => storage.remove(prefix + call),
    async abandoned() {
      const entries: JournalEntry[] = [];
      for (const key of storage.keys(prefix)) {
        const entry = read(storage.get(key));
        if (entry && clock.now() - entry.at < ENTRY_LIFETIME_MS) entries.push(entry);
        else storage.remove(key);
      }
      const held = entries.length > 0 ? await tabs.held() : null;
      return entries.filter(({ lease, report }) => report !== null || (held !== null && !held.has(lockOf(lease))));
    },
  };
}

/** Anything on the origin can write to the storage. The server checks reports by their lease. */
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
