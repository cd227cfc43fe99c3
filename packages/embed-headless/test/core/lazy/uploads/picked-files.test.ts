/** What a visitor picks, drops or pastes, one file after the other: which of them can be sent with one message. */
import { FILE_LIMITS } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { change, type PickedFile, pick, type Upload } from '../../../../src/core/lazy/uploads/upload.js';

const KINDS = {
  good: { name: 'größe 👟.png', type: 'image/png', size: 5_000 },
  'an empty file': { name: 'empty.txt', type: 'text/plain', size: 0 },
  'a folder': { name: 'holidays', type: '', size: 4_096 },
  'a photograph that browsers can’t show': { name: 'IMG_1.heic', type: 'image/heic', size: 5_000 },
  'a page': { name: 'page.html', type: 'text/html', size: 5_000 },
  'a file that is too large': { name: 'film.pdf', type: 'application/pdf', size: FILE_LIMITS.attachmentBytes + 1 },
} as const;
type Kind = keyof typeof KINDS;
const BAD = Object.keys(KINDS).filter((kind): kind is Exclude<Kind, 'good'> => kind !== 'good');

const picked = (kinds: readonly Kind[]): readonly Upload[] =>
  kinds.reduce<readonly Upload[]>(
    (uploads, kind, id) => pick(uploads, { id: `${id}`, file: new Blob(), ...KINDS[kind] } satisfies PickedFile),
    [],
  );
const codes = (uploads: readonly Upload[]): readonly (string | null)[] =>
  uploads.map(({ failed }) => failed?.code ?? null);
const many = (count: number): readonly Kind[] => Array<Kind>(count).fill('good');
const MOST = FILE_LIMITS.attachmentsPerMessage;

describe('files that can be sent', () => {
  it.each(BAD)('are as many as a message carries, whatever is refused before them: %s', (bad) => {
    const uploads = picked([bad, bad, bad, ...many(MOST + 1)]);
    const [first] = codes(uploads);
    expect(first).toMatch(/^file_/);
    expect(codes(uploads)).toEqual([first, first, first, ...Array(MOST).fill(null), 'too_many_files']);
  });

  it.each(BAD)('and whatever is refused between them: %s', (bad) => {
    const uploads = picked([...many(2), bad, ...many(2), bad, ...many(2)]);
    expect(codes(uploads).filter((code) => code === null)).toHaveLength(MOST);
    expect(codes(uploads).at(-1)).toBe('too_many_files');
  });

  it('are as many again when the server has refused one', () => {
    const refused = change(picked(many(MOST)), '0', {
      state: 'failed',
      failed: { code: 'file_unreadable', message: '' },
    });
    expect(codes(pick(refused, { id: 'next', file: new Blob(), ...KINDS.good })).at(-1)).toBeNull();
  });

  it('do not count what waits with another message', () => {
    const sent = picked(many(MOST)).map((upload) => ({ ...upload, item: 'message' }));
    expect(codes(pick(sent, { id: 'next', file: new Blob(), ...KINDS.good })).at(-1)).toBeNull();
  });
});
