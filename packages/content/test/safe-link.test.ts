import { describe, expect, it } from 'vitest';
import { textWithLinks } from '../src/plain-text.js';
import { safeLink } from '../src/safe-link.js';
import { textOf } from '../src/tree.js';

describe('safeLink', () => {
  it.each([
    ['https://shop.example/a', 'https://shop.example/a'],
    ['http://localhost:4601/help.html#returns', 'http://localhost:4601/help.html#returns'],
    ['mailto:hello@shop.example', 'mailto:hello@shop.example'],
    ['tel:+46315550120', 'tel:+46315550120'],
    ['http://shop.example', null],
    ['https://user:pw@shop.example', null],
    ['https://1.2.3.4', null],
    ['https://[::1]/', null],
    ['https://intranet/', null],
    ['https:shop.example', null],
    ['https:/\\shop.example', null],
    ['//shop.example', null],
    ['/path', null],
    ['javascript:alert(1)', null],
    [' https://shop.example', null],
    ['mailto:a@b.example?subject=x', null],
    [`https://shop.example/${'a'.repeat(2_100)}`, null],
  ])('M5: makes of %s the address %s', (address, href) => {
    expect(safeLink(address)?.href ?? null).toBe(href);
  });
});

describe('textWithLinks', () => {
  it('keeps a visitor’s words as written, with links for allowed addresses', () => {
    const text = '<b>*hi*</b> see https://shop.example/a?b=1. And http://evil.example';
    const nodes = textWithLinks(text);
    expect(textOf(nodes)).toBe(text);
    expect(nodes.flatMap((node) => (node.type === 'link' ? node.href : []))).toEqual(['https://shop.example/a?b=1']);
  });
});
