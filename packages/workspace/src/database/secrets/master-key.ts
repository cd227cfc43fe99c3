/**
 * The key that every other secret of the workspace comes from: `MASTER_KEY`, or the file `master.key` in the data folder. With
 * several nodes it is the same for all of them.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readSecretFile } from '@service/realtime-server/runtime';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

export interface MasterKey {
  /** A secret for one purpose, the same at each start. */
  derive(purpose: string): string;
  /** Encrypts text for the database. `about`: where it is stored, such as `smtp:password`; opening under another name fails. */
  seal(text: string, about: string): string;
  /** @throws when the text was sealed by another key, about something else, or was changed */
  open(sealed: string, about: string): string;
}

/** `given`: the setting `MASTER_KEY`; null: the file, made first where there is none. */
export function readMasterKey(given: string | null, dataDir: string): MasterKey {
  const secret = given ?? readSecretFile(join(dataDir, 'master.key'), 'mk_');
  const bytesFor = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `service.workspace.${purpose}`, 32));
  const sealing = bytesFor('sealing');
  return {
    derive: (purpose) => bytesFor(purpose).toString('base64url'),
    seal(text, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealing, nonce).setAAD(Buffer.from(about));
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${VERSION}.${Buffer.concat(parts).toString('base64url')}`;
    },
    open(sealed, about) {
      const [version, text = ''] = sealed.split('.');
      if (version !== VERSION) throw new Error('This secret was sealed by a newer version.');
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(CIPHER, sealing, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const opened = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    },
  };
}

/** Of a secret in a link: what is stored can't be used to make the link again. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
