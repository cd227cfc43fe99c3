import { describe, expect, it } from 'vitest';
import { textWithLinks } from '../src/plain-text.js';
import { textOf } from '../src/tree.js';

describe('textWithLinks', () => {
  it('keeps a visitor’s words as written, with links for allowed addresses', () => {
    const text = '<b>*hi*</b> see https://shop.example/a?b=1. And http://evil.example';
    const nodes = textWithLinks(text);
    expect(textOf(nodes)).toBe(text);
    expect(nodes.flatMap((node) => (node.type === 'link' ? node.href : []))).toEqual(['https://shop.example/a?b=1']);
  });
});
