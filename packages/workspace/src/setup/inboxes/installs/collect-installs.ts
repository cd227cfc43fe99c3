/** Collects from which pages visitors come, and stores it now and then: thousands of sessions of a page are one row. */
import type { After } from '../../../organizations/daily.js';
import type { SeenInstall } from './installs.js';

/** How late a page that is new may be stored. */
const STORE_EVERY_MS = 10_000;
/** A page that is known is stored again after so long. */
const AGAIN_MS = 60_000;
/** Pages in memory. Beyond, the new ones wait for the next look. */
const MOST_PAGES = 10_000;

export interface Visit {
  readonly inbox: string;
  readonly origin: string;
  /** Name and version of the client, as it says. */
  readonly sdk: string;
}

export interface InstallCollector {
  note(visit: Visit): void;
  /** Resolves when all that was noted is stored. Never rejects. */
  store(): Promise<void>;
  stop(): Promise<void>;
}

interface Parts {
  readonly save: (seen: readonly SeenInstall[]) => Promise<void>;
  readonly now: () => number;
  readonly after: After;
  readonly onFailure: (error: Error) => void;
}

export function collectInstalls({ save, now, after, onFailure }: Parts): InstallCollector {
  /** By inbox and origin. `storedAt`: null where the last session is not stored yet. */
  const pages = new Map<string, SeenInstall & { storedAt: number | null }>();
  let going: Promise<void> = Promise.resolve();
  let cancel: () => void = () => undefined;
  let isStopped = false;
  const storeAll = async (all: boolean): Promise<void> => {
    const due = [...pages.values()].filter(
      ({ at, storedAt }) => storedAt === null || (at > storedAt && (all || now() - storedAt >= AGAIN_MS)),
    );
    if (due.length === 0) return;
    try {
      await save(due);
      for (const page of due) page.storedAt = page.at;
    } catch (error) {
      onFailure(error as Error);
    }
  };
  const store = (all: boolean): Promise<void> => {
    going = going.then(() => storeAll(all));
    return going;
  };
  const plan = (): void => {
    cancel = after(STORE_EVERY_MS, () => void store(false).then(() => !isStopped && plan()));
  };
  plan();
  return {
    note({ inbox, origin, sdk }) {
      const key = `${inbox} ${origin}`;
      const before = pages.get(key);
      if (!before && pages.size >= MOST_PAGES) return;
      const client = sdk.slice(0, MOST_NAME);
      const storedAt = before?.client === client ? before.storedAt : null;
      pages.set(key, { inboxId: inbox, origin, client, at: now(), storedAt });
    },
    store: () => store(true),
    async stop() {
      isStopped = true;
      cancel();
      await store(true);
    },
  };
}

const MOST_NAME = 80;
