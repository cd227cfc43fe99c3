/** The draft of the field, stored over a reload. */
import { MESSAGE_LIMITS } from '@service/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { readDraft, storeDraft } from '../../src/composer/draft-storage';

afterEach(() => sessionStorage.clear());

describe('a draft', () => {
  it('is restored after a reload, also when it is too long to be sent', () => {
    const text = 'x'.repeat(MESSAGE_LIMITS.textLength + 1);
    storeDraft('demo', text);
    expect(readDraft('demo')).toBe(text);
    storeDraft('demo', '');
    expect(readDraft('demo')).toBe('');
  });

  it('of megabytes is ignored', () => {
    sessionStorage.setItem('service:demo:draft', 'x'.repeat(5_000_000));
    expect(readDraft('demo')).toBe('');
  });
});
