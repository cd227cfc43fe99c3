/** What a browser can tell about a file before it is uploaded, and what a message may name. */
import { describe, expect, it } from 'vitest';
import { FILE_LIMITS } from '../../src/limits.js';
import { fileExtension, findFileProblem } from '../../src/message-parts/attachment.js';
import { appendBodySchema } from '../../src/schema/log.js';

const file = (over: Partial<Parameters<typeof findFileProblem>[0]> = {}) =>
  findFileProblem({ name: 'photo.jpg', type: 'image/jpeg', size: 1_000, ...over });

describe('a file that a visitor picks', () => {
  it('is fine when its type or its ending is known', () => {
    expect(file()).toBeNull();
    expect(file({ name: 'notes.TXT', type: '' })).toBeNull();
    expect(file({ name: 'pasted', type: 'image/png' })).toBeNull();
    expect(file({ name: 'notes.txt', type: 'text/plain;charset=utf-8' })).toBeNull();
  });

  it('is refused before it is uploaded when the server would refuse it for certain', () => {
    expect(file({ size: 0 })).toBe('file_empty');
    expect(file({ size: FILE_LIMITS.attachmentBytes + 1 })).toBe('file_too_large');
    expect(file({ size: FILE_LIMITS.attachmentBytes })).toBeNull();
    expect(file({ name: 'page.html', type: 'text/html' })).toBe('file_type');
    expect(file({ name: 'drawing.svg', type: 'image/svg+xml' })).toBe('file_type');
    expect(file({ name: 'constructor', type: 'constructor' })).toBe('file_type');
  });

  it('has the ending after its last dot', () => {
    expect(fileExtension('a.png.HTML')).toBe('html');
    expect(fileExtension('README')).toBe('');
    expect(fileExtension('.')).toBe('');
  });
});

describe('a message that is to be appended', () => {
  const id = (n: number) => `att_${String(n).padStart(32, '0')}`;
  const accepts = (attachments: unknown) =>
    appendBodySchema.safeParse({ kind: 'message', text: '', attachments }).success;

  it('names one to five files, each once', () => {
    expect(accepts([id(1)])).toBe(true);
    expect(accepts([1, 2, 3, 4, 5].map(id))).toBe(true);
    expect(accepts([])).toBe(false);
    expect(accepts([1, 2, 3, 4, 5, 6].map(id))).toBe(false);
    expect(accepts([id(1), id(1)])).toBe(false);
  });

  it('names them by id and by nothing else', () => {
    for (const bad of [1, null, {}, ['att_0'], [{ id: id(1) }], [{ $ne: null }], `${id(1)}`, [`../${id(1)}`]])
      expect(accepts(bad)).toBe(false);
  });
});
