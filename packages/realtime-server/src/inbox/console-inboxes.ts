/** The inboxes that teams manage in the console, beside those in folders. The workspace brings them; nothing here knows how it stores them. */
import { isDeepStrictEqual } from 'node:util';
import type { KeyRing } from './identity-keys.js';
import { CONSOLE_INBOX, type InboxDirectory, type InboxSettings } from './inbox.js';

export interface ConsoleInbox {
  readonly settings: InboxSettings;
  /** Of sites that sign who their visitors are. */
  readonly keys: KeyRing;
}

export interface JoinedInboxes {
  readonly inboxes: InboxDirectory;
  /** From now on these are all of the console's. One that has not changed stays the same object. */
  apply(inboxes: readonly ConsoleInbox[]): void;
}

const FOR_VISITORS: ReadonlySet<string> = new Set(['live', 'paused']);

export function joinInboxes(folders: InboxDirectory): JoinedInboxes {
  let known: ReadonlyMap<string, ConsoleInbox> = new Map();
  const managed = (id: string): ConsoleInbox | null => known.get(id) ?? null;
  const forVisitors = (settings: InboxSettings): boolean => FOR_VISITORS.has(settings.state);
  const settingsOf = (): readonly InboxSettings[] => [...known.values()].map(({ settings }) => settings);
  const isManaged = (id: string): boolean => id.startsWith(CONSOLE_INBOX);
  return {
    inboxes: {
      get(id) {
        if (!isManaged(id)) return folders.get(id);
        const settings = managed(id)?.settings;
        return settings && forVisitors(settings) ? settings : null;
      },
      list: () => [...folders.list(), ...settingsOf().filter(forVisitors)],
      all: {
        get: (id) => (isManaged(id) ? (managed(id)?.settings ?? null) : folders.all.get(id)),
        list: () => [...folders.all.list(), ...settingsOf()],
      },
      keyRing: (id) => (isManaged(id) ? (managed(id)?.keys ?? []) : folders.keyRing(id)),
      folder: folders.folder,
      knowledgeFolder: folders.knowledgeFolder,
      close: folders.close,
    },
    apply(inboxes) {
      known = new Map(
        inboxes.map((inbox) => {
          const before = known.get(inbox.settings.id);
          const isSame = before !== undefined && isDeepStrictEqual(before.settings, inbox.settings);
          return [inbox.settings.id, isSame ? { ...inbox, settings: before.settings } : inbox];
        }),
      );
    },
  };
}
