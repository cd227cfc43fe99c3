/**
 * Settings that are not saved, for the console's preview: they are in the address of the frame, signed, so that any node can show them
 * and none stores them. Only the console's page may frame them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { inboxFileSchema } from '@service/protocol/schema';
import type { InboxSettings } from '@service/realtime-server/ports';
import type { MasterKey } from '../../database/secrets/master-key.js';

/** The address of a frame has room for so many characters. */
const MOST_TOKEN = 12_000;
const MOST_BYTES = 65_536;
const VALID_MS = 3_600_000;
/** The frame stores under it, so it is no inbox's. */
const PREVIEW_ID = 'preview';

export interface Preview {
  /** Of the page that may show it. */
  readonly origin: string;
  readonly settings: InboxSettings;
}

export interface Previews {
  /** Null: these settings are too long for an address. */
  token(origin: string, file: object): string | null;
  /** Null: it was not made here, or is older than an hour. */
  read(token: string): Preview | null;
}

export function openPreviews(masterKey: Pick<MasterKey, 'derive'>, now: () => number): Previews {
  const key = masterKey.derive('inbox-previews');
  const signatureOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    token(origin, file) {
      const bytes = deflateRawSync(JSON.stringify({ origin, file, until: now() + VALID_MS }));
      const text = bytes.toString('base64url');
      return text.length > MOST_TOKEN ? null : `${text}.${signatureOf(text).toString('base64url')}`;
    },
    read(token) {
      const [text = '', signature = ''] = token.split('.');
      const [given, wanted] = [Buffer.from(signature, 'base64url'), signatureOf(text)];
      if (text.length > MOST_TOKEN || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
      const inflated = inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: MOST_BYTES });
      const { origin, file, until } = JSON.parse(inflated.toString()) as {
        origin: string;
        file: object;
        until: number;
      };
      if (until < now()) return null;
      const read = inboxFileSchema.parse(file);
      return {
        origin,
        settings: {
          id: PREVIEW_ID,
          managedBy: 'console',
          state: 'live',
          knowledgeBase: PREVIEW_ID,
          aiAgent: null,
          ...read,
        },
      };
    },
  };
}
