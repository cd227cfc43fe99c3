/** Stores files in a folder, under names that the server made. For the embedded store, which owns the data folder. */
import { createReadStream, mkdirSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ATTACHMENT_ID } from '@service/protocol';
import { readSecretFile } from '../../runtime/secrets/secret-file.js';
import type { StoredFiles } from '../../store/port/files.js';

/** `root` is made when there is none. What `keep` is given must lie on the same disk. */
export function openDiskFileStorage(root: string): StoredFiles {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  // Two letters deep, because a folder with a million files is slow to look into.
  const shelf = (id: string): string => join(root, id.slice(4, 6));
  const placeOf = (id: string): string => {
    if (!ATTACHMENT_ID.test(id)) throw new Error(`${JSON.stringify(id)} does not name a file.`);
    return join(shelf(id), id);
  };
  return {
    async save(path, id) {
      mkdirSync(shelf(id), { recursive: true, mode: 0o700 });
      await rename(path, placeOf(id));
    },
    async read(id) {
      try {
        const file = await open(placeOf(id));
        try {
          const { size } = await file.stat();
          return { size, body: createReadStream('', { fd: file }) };
        } catch (error) {
          await file.close();
          throw error;
        }
      } catch {
        return null;
      }
    },
    async remove(ids) {
      for (const id of ids) await rm(placeOf(id), { force: true });
    },
    onThisDisk: true,
    linkKey: readSecretFile(join(root, 'link.key'), 'clk_'),
    close: async () => undefined,
  };
}
