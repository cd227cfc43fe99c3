/**
 * Removes files that were uploaded and never sent, files of erased conversations, and what a crash has left. Safe on all
 * nodes at once. First a file is discarded, so that no message can name it and no link opens it; then its bytes are removed;
 * its row goes last, so that the next sweep continues after any crash.
 */

import type { Clock } from '../../runtime/clock.js';
import type { StoredFiles } from '../../store/port/files.js';
import type { Store } from '../../store/store.js';
import type { IncomingFiles } from './limits/incoming-files.js';
import { UPLOAD_LIMITS } from './limits/upload-limits.js';

const HOUR_MS = 3_600_000;
const EVERY_MS = HOUR_MS / 4;
const AT_ONCE = 200;

export interface RemoveUnusedFilesDeps {
  readonly store: Store;
  readonly files: StoredFiles;
  readonly incoming: IncomingFiles;
  readonly clock: Clock;
  /**
   * When this process began, in Unix milliseconds, where it has the folder for itself: incoming files from before that are a dead one's,
   * and go with the first sweep. Null: other nodes may be at work on some. @defaultValue null
   */
  readonly startedAt?: number | null;
  readonly onFailure: (error: unknown) => void;
}

export interface UnusedFilesTask {
  /** Sweeps within `UPLOAD_LIMITS.uploadCheckMs`: something was erased. */
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

/** Sweeps now, every quarter of an hour, and soon after it is asked to. */
export function startRemovingUnusedFiles(deps: RemoveUnusedFilesDeps): UnusedFilesTask {
  let stopped = false;
  let cancel = (): void => undefined;
  /** Another sweep than the regular one was asked for, and has not begun. */
  let isWanted = false;
  let isSweeping = false;
  const plan = (): void => {
    cancel();
    // Not at once: many erasures share one sweep.
    cancel = deps.clock.after(isWanted ? UPLOAD_LIMITS.uploadCheckMs : EVERY_MS, () => void sweep());
  };
  const sweep = async (): Promise<void> => {
    isWanted = false;
    isSweeping = true;
    await removeUnusedFiles(deps).catch(deps.onFailure);
    isSweeping = false;
    if (!stopped) plan();
  };
  if (deps.startedAt) void deps.incoming.clear(deps.startedAt).catch(deps.onFailure);
  void sweep();
  return {
    soon() {
      if (isWanted || stopped) return;
      isWanted = true;
      if (!isSweeping) plan();
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}
