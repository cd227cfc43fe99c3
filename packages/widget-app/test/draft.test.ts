/** What stood in the field when the page was left. */
import { PAGE_LIMITS } from '@service/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { keepDraft, keptDraft } from '../src/panel/draft';

afterEach(() => sessionStorage.clear());

describe('a draft', () => {
  it('is there again after a reload, also when it is too long to be sent', () => {
    const text = 'x'.repeat(PAGE_LIMITS.textLength + 1);
    keepDraft('demo', text);
    expect(keptDraft('demo')).toBe(text);
    keepDraft('demo', '');
    expect(keptDraft('demo')).toBe('');
  });

  it('of megabytes is nobody’s, and does not fill the field', () => {
    sessionStorage.setItem('service:demo:draft', 'x'.repeat(5_000_000));
    expect(keptDraft('demo')).toBe('');
  });
});
