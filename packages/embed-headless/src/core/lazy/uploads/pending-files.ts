import type { OutboxItem } from '../../outbox/outbox.js';
import type { PendingInput } from '../../state/input.js';
import type { UploadsInput } from './types.js';

/** Names of files that were picked before the code that uploads them was loaded. */
export function pendingFiles(
  pending: readonly PendingInput[],
  ids: readonly string[],
): NonNullable<OutboxItem['files']> {
  return pending.flatMap(({ name: feature, input }) => {
    if (feature !== 'uploads' || input.type !== 'feature') return [];
    const picked = input.input as UploadsInput;
    if (picked.type !== 'pick' || !ids.includes(picked.id)) return [];
    const { name = '', type, size } = picked.file;
    return { id: picked.id, name, type, size };
  });
}
