/**
 * Removes files that were uploaded and never sent, files of erased conversations, and what a crash has left. Safe on all
 * nodes at once. First a file is discarded, so that no message can name it and no link opens it; then its bytes are removed;
 * its row goes last, so that the next sweep continues after any crash.
 */

import type { Clock } from '../../runtime/clock.js';
import { UPLOAD_LIMITS } from '../../runtime/limits.js';
import type { StoredFiles } from '../../store/port/files.js';
import type { Store } from '../../store/store.js';
import type { IncomingFiles } from './incoming-files.js';

const HOUR_MS = 3_600_000;
const EVERY_MS = HOUR_MS / 4;
const AT_ONCE = 200;

export interface RemoveUnusedFilesDeps {
  readonly store: Store;
  readonly files: StoredFiles;
  readonly incoming: IncomingFiles;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

export interface UnusedFilesTask {
  /** Sweeps now: something was erased. */
  soon(): void;
  stop(): void;
}

export async function removeUnusedFiles({
  store,
  files,
  incoming,
  clock,
}: Pick<RemoveUnusedFilesDeps, 'store' | 'files' | 'incoming' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (;;) {
    const ids = await store.discardAttachments(now - UPLOAD_LIMITS.unattachedHours * HOUR_MS, now, AT_ONCE);
    await files.remove(ids);
    await store.deleteAttachments(ids);
    if (ids.length < AT_ONCE) break;
  }
  await incoming.clear(now - HOUR_MS);
}

/** Sweeps now, every quarter of an hour, and when asked to. */
export function startRemovingUnusedFiles(deps: RemoveUnusedFilesDeps): UnusedFilesTask {
  let stopped = false;
  let cancel = (): void => undefined;
  /** A sweep is in progress; another one is wanted after it. */
  let busy = false;
  let wanted = false;
  const round = async (): Promise<void> => {
    if (stopped) return;
    if (busy) {
      wanted = true;
      return;
    }
    busy = true;
    cancel();
    await removeUnusedFiles(deps).catch(deps.onFailure);
    busy = false;
    if (stopped) return;
    cancel = deps.clock.after(wanted ? 0 : EVERY_MS, () => void round());
    wanted = false;
  };
  void round();
  return {
    soon: () => void round(),
    stop() {
      stopped = true;
      cancel();
    },
  };
}
