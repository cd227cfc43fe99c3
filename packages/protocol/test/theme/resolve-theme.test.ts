/** What a site’s theme becomes: readable whatever it says, by template, with its fonts, logo and title. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFontFamily, SYSTEM_FONTS } from '../../src/theme/font-family.js';
import { resolveTheme } from '../../src/theme/resolve-theme.js';
import { TEMPLATES } from '../../src/theme/templates/templates.js';
import { anyScheme, anyTheme } from './any-theme.js';
import { measure, unreadable } from './theme-pairs.js';
import { faults, SCHEMES, THEMES } from './written-theme.js';

describe('whatever a site writes', () => {
  it('every text can be read, every control can be found, and CSS gets nothing but plain colours and font names', () => {
    fc.assert(
      fc.property(anyTheme, anyScheme, (theme, scheme) => {
        expect(faults(resolveTheme(theme, scheme, 'Ava'))).toEqual([]);
      }),
      { numRuns: THEMES },
    );
  }, 300_000);

  it('every value that is not used as written is reported once for each reason, shortly', () => {
    fc.assert(
      fc.property(anyTheme, anyScheme, (theme, scheme) => {
        const { changes } = resolveTheme(theme, scheme);
        const reasons = changes.map(({ field, why }) => `${field} ${why}`);
        expect(new Set(reasons).size).toBe(reasons.length);
        for (const { field, from } of changes) {
          expect(Object.keys(theme)).toContain(field);
          expect(from.length).toBeLessThanOrEqual(80);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('the same theme gives the same result, and is left as it was', () => {
    fc.assert(
      fc.property(anyTheme, anyScheme, (theme, scheme) => {
        const before = Object.entries(theme);
        expect(resolveTheme(theme, scheme, 'Ava')).toEqual(resolveTheme(theme, scheme, 'Ava'));
        expect(Object.entries(theme)).toEqual(before);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the templates', () => {
  const all = TEMPLATES.flatMap((template) => SCHEMES.map((scheme) => ({ template, scheme })));

  it.each(all)(
    '$template in $scheme can be read everywhere, and with room to spare where people read most',
    ({ template, scheme }) => {
      const { tokens, changes } = resolveTheme({ template }, scheme);
      expect(changes).toEqual([]);
      expect(unreadable(tokens)).toEqual([]);
      expect(measure(tokens).find(({ pair }) => pair === 'text on background')?.measured).toBeGreaterThanOrEqual(10);
      expect(measure(tokens).map(({ pair, measured }) => `${pair} ${measured}`)).toMatchSnapshot();
    },
  );

  it('are dark in the dark scheme and light in the light one, except for `dark`, which is always dark', () => {
    const schemes = all.map(({ template, scheme }) => [
      template,
      scheme,
      resolveTheme({ template }, scheme).tokens.scheme,
    ]);
    expect(schemes).toEqual(
      all.map(({ template, scheme }) => [template, scheme, template === 'dark' ? 'dark' : scheme]),
    );
  });

  it('differ from each other: no two share a primary colour, a surface or a radius with an accent', () => {
    for (const scheme of SCHEMES) {
      const looks = TEMPLATES.map((template) => resolveTheme({ template }, scheme).tokens);
      expect(new Set(looks.map(({ primary }) => primary)).size).toBe(TEMPLATES.length);
      expect(new Set(looks.map(({ surface }) => surface)).size).toBe(TEMPLATES.length);
      expect(new Set(looks.map(({ radiusPx }) => radiusPx)).size).toBe(TEMPLATES.length);
    }
  });

  it('fall back to `modern`, the system’s fonts, size base and answers without bubbles', () => {
    const { tokens, headerTitle, logoUrl, poweredBy, changes } = resolveTheme(null, 'light');
    expect(tokens).toMatchObject({
      template: 'modern',
      scheme: 'light',
      fontFamily: SYSTEM_FONTS,
      fontSizePx: 16,
      messageStyle: 'plain',
    });
    expect({ headerTitle, logoUrl, poweredBy, changes }).toEqual({
      headerTitle: null,
      logoUrl: null,
      poweredBy: true,
      changes: [],
    });
  });
});

describe('fonts, logo and title', () => {
  it.each([
    ['Inter', '"Inter", sans-serif'],
    ["'Segoe UI', Roboto, sans-serif", '"Segoe UI", "Roboto", sans-serif'],
    ['-apple-system, BlinkMacSystemFont, Arial', '-apple-system, BlinkMacSystemFont, "Arial", sans-serif'],
    ['monospace', 'monospace'],
    ['inherit', '"inherit", sans-serif'],
    ['a, b, c, d, e, f, g, serif', '"a", "b", "c", "d", "e", "f", "g", serif'],
  ])('%s becomes %s', (text, css) => {
    expect(parseFontFamily(text)).toEqual({ css, left: false });
  });

  it.each([
    ['Inter, ', '"Inter", sans-serif'],
    ['Inter, a\\62, "Segoe UI"', '"Inter", "Segoe UI", sans-serif'],
    ['expression(alert(1)), Georgia, serif', '"Georgia", serif'],
  ])('of %s, one name that can’t be used drops itself alone, and is reported', (fontFamily, css) => {
    const { tokens, changes } = resolveTheme({ fontFamily }, 'light');
    expect(tokens.fontFamily).toBe(css);
    expect(changes).toEqual([{ field: 'fontFamily', from: fontFamily, to: css, why: 'not-a-font' }]);
  });

  it.each(['ヒラギノ角ゴ Pro W3', '맑은 고딕', '微软雅黑', 'Шрифт', 'نسخ', 'देवनागरी'])(
    'fontFamily only renders installed fonts, whatever script their name is in: %s',
    (name) => {
      const { tokens, changes } = resolveTheme({ fontFamily: `${name}, sans-serif` }, 'light');
      expect(tokens.fontFamily).toBe(`"${name}", sans-serif`);
      expect(changes).toEqual([]);
    },
  );

  it('a harmless remainder of a stripped font is used, and reported', () => {
    const { tokens, changes } = resolveTheme({ fontFamily: 'Georgia;' }, 'light');
    expect(tokens.fontFamily).toBe('"Georgia", sans-serif');
    expect(changes).toMatchObject([{ field: 'fontFamily', from: 'Georgia;', why: 'stripped' }]);
  });

  it('a logo on a public https name is used, as the browser will read its address', () => {
    expect(resolveTheme({ logoUrl: 'https://CDN.example/a b.png' }, 'light').logoUrl).toBe(
      'https://cdn.example/a%20b.png',
    );
  });

  it('the title is the theme’s, else the agent’s name, else none; at most 80 characters', () => {
    expect(resolveTheme({ headerTitle: 'Shop' }, 'light', 'Ava').headerTitle).toBe('Shop');
    expect(resolveTheme({ headerTitle: '  ' }, 'light', 'Ava').headerTitle).toBe('Ava');
    expect(resolveTheme(null, 'light', 'Ava').headerTitle).toBe('Ava');
    expect(resolveTheme(null, 'light').headerTitle).toBeNull();
    expect(resolveTheme({ headerTitle: 'x'.repeat(100) }, 'light').headerTitle).toHaveLength(80);
  });
});
