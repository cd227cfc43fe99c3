/** Themes that are made to do harm: nothing of them reaches CSS or an address. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTheme } from '../../src/embed/read-config.js';
import { SYSTEM_FONTS } from '../../src/theme/font-family.js';
import { resolveTheme } from '../../src/theme/resolve-theme.js';
import { stripUnsafe } from '../../src/theme/strip-unsafe.js';
import type { ThemeChange } from '../../src/theme/theme.js';
import { HOSTILE_VALUES } from './any-theme.js';
import { written } from './written-theme.js';

describe('hostile values', () => {
  const hostile = HOSTILE_VALUES.filter((value) => value !== null);
  const name = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60);

  it.each(hostile.map((value) => [name(value), value] as const))(
    'C2: as a colour, %s is refused and reported',
    (_, value) => {
      const { tokens, changes } = resolveTheme(written({ primaryColor: value }), 'light');
      const usual = resolveTheme(null, 'light').tokens.primary;
      expect(tokens.primary).toBe(usual);
      expect(changes).toMatchObject([{ field: 'primaryColor', to: usual, why: 'not-a-colour' }]);
    },
  );

  it.each([
    'x;}*{display:none',
    'url(//x)',
    '"',
    '"a" "b"',
    '</style>',
    'a'.repeat(41),
    '-moz-evil',
    'a\\62',
    'expression(alert(1))',
    '\u202eInter',
    42,
    {},
  ])('C3: as a font, %s is refused and reported', (value) => {
    const { tokens, changes } = resolveTheme(written({ fontFamily: value }), 'light');
    expect(tokens.fontFamily).toBe(SYSTEM_FONTS);
    expect(changes).toMatchObject([{ field: 'fontFamily', to: SYSTEM_FONTS, why: 'not-a-font' }]);
  });

  it.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'http://cdn.example/logo.png',
    'http://localhost/logo.png',
    '//x',
    '/logo.png',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://localhost/',
    'https://intranet/logo.png',
    'https://user:pw@cdn.example/',
    'blob:https://cdn.example/1',
    {},
  ])('C6: as a logo, %s is refused and reported', (value) => {
    const { logoUrl, changes } = resolveTheme(written({ logoUrl: value }), 'light');
    expect(logoUrl).toBeNull();
    expect(changes).toMatchObject([{ field: 'logoUrl', to: 'none', why: 'not-allowed' }]);
  });

  it('a logo that the chat server has itself is used as it is, and nothing that only looks like it', () => {
    const name = '0123456789abcdef'.repeat(2);
    for (const own of [`/logos/${name}`, `https://chat.example/logos/${name}`, `http://localhost:4600/logos/${name}`])
      expect(resolveTheme({ logoUrl: own }, 'light').logoUrl).toBe(own);
    for (const other of [
      `/logos/${name}x`,
      `/logos/../${name}`,
      `//evil.example/logos/${name}`,
      `http://u@x/logos/${name}`,
    ])
      expect(resolveTheme({ logoUrl: other }, 'light').logoUrl).toBeNull();
  });

  it('C6: a logo’s address longer than 2,048 characters is refused', () => {
    expect(resolveTheme({ logoUrl: `https://cdn.example/${'a'.repeat(2_048)}` }, 'light').logoUrl).toBeNull();
  });

  it('C6: so is one that the page’s configuration names, in place of an address that is cut off', () => {
    const theme = readTheme({ logoUrl: `https://cdn.example/${'a'.repeat(4_000)}` }, () => null);
    const { logoUrl, changes } = resolveTheme(theme, 'light');
    expect(logoUrl).toBeNull();
    expect(changes).toMatchObject([{ field: 'logoUrl', to: 'none', why: 'not-allowed' }]);
  });

  it.each(['template', 'fontSize', 'messageStyle', 'poweredBy'])(
    'a word that `%s` doesn’t know gives the default and is reported',
    (field) => {
      for (const value of ['constructor', '__proto__', 'toString', 7, {}]) {
        const { tokens, poweredBy, changes } = resolveTheme(written({ [field]: value }), 'light');
        expect({ tokens, poweredBy }).toEqual({ tokens: resolveTheme(null, 'light').tokens, poweredBy: true });
        expect(changes).toMatchObject([{ field, why: 'not-allowed' } satisfies Partial<ThemeChange>]);
      }
    },
  );

  it('strip leaves nothing behind that it removes, however it is nested', () => {
    expect(stripUnsafe('ururl(l(//x)')).not.toMatch(/url\(/i);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('url(', 'ur', 'l(', 'u', 'rl(', ')', '{', '}', ';', 'U', 'RL(', 'x'), {
          maxLength: 60,
        }),
        (parts) => {
          expect(stripUnsafe(parts.join(''))).not.toMatch(/url\(|[{};]/i);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
