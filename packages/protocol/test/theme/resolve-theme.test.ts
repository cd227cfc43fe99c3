import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLACK, parseColour, type Rgb, toHex, WHITE } from '../../src/theme/colours/colour.js';
import { readColourName } from '../../src/theme/colours/colour-names.js';
import { contrast, ensureContrast, TEXT_CONTRAST } from '../../src/theme/colours/contrast.js';
import { parseFontFamily, SYSTEM_FONTS } from '../../src/theme/font-family.js';
import { resolveTheme } from '../../src/theme/resolve-theme.js';
import { stripUnsafe } from '../../src/theme/strip-unsafe.js';
import { type ResolvedTheme, TEMPLATES, type ThemeChange, type WidgetTheme } from '../../src/theme/theme.js';
import { anyScheme, anyTheme, HOSTILE_VALUES, usableColour } from './any-theme.js';
import { COLOUR_TOKENS, measure, unreadable } from './theme-pairs.js';

const SAFE_FONT =
  /^(?:"[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]{0,39}"|[A-Za-z-]+)(?:, (?:"[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]{0,39}"|[A-Za-z-]+))*$/u;
const SCHEMES = ['light', 'dark'] as const;
/** A long run tries as many as a busy service will see in years. */
const THEMES = process.env.LONG === '1' ? 100_000 : 8_000;
/** What a page may really pass: JavaScript has no types. */
const written = (theme: Record<string, unknown>) => theme as WidgetTheme;

/** What is wrong with a result; one list, because 20,000 runs of a dozen expectations each would take half a minute. */
function faults({ tokens, logoUrl, headerTitle, poweredBy }: ResolvedTheme): string[] {
  const rules: Record<string, boolean> = {
    'a colour is not #rrggbb': COLOUR_TOKENS.every((token) => /^#[0-9a-f]{6}$/.test(String(tokens[token]))),
    'the fonts could end their declaration': SAFE_FONT.test(tokens.fontFamily),
    'the size of the text is none of the three': [14, 16, 18].includes(tokens.fontSizePx),
    'the template does not exist': TEMPLATES.includes(tokens.template),
    'the logo is not https': logoUrl === null || logoUrl.startsWith('https://'),
    'the title is empty or too long': headerTitle !== null && headerTitle !== '' && headerTitle.length <= 80,
    'poweredBy is neither true nor false': typeof poweredBy === 'boolean',
  };
  return [...unreadable(tokens), ...Object.keys(rules).filter((rule) => !rules[rule])];
}

const worst = (colour: Rgb, backgrounds: readonly Rgb[]) => Math.min(...backgrounds.map((b) => contrast(colour, b)));

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

describe('colours a site gives', () => {
  it.each(SCHEMES)('background and fills stay exactly as given in %s, also when they are ugly', (scheme) => {
    fc.assert(
      fc.property(
        fc.constantFrom('#ffffff', '#000000', '#777777', '#ff00ff', '#123456'),
        usableColour,
        (background, primary) => {
          const { tokens, changes } = resolveTheme({ backgroundColor: background, primaryColor: primary }, scheme);
          const under = parseColour(background, WHITE) ?? BLACK;
          expect(tokens.background).toBe(background);
          expect(tokens.primary).toBe(toHex(parseColour(primary, under, readColourName) ?? BLACK));
          expect(tokens.userBubble).toBe(tokens.primary);
          expect(changes).toEqual([]);
        },
      ),
    );
  });

  it('a white background stays white in the dark scheme, and everything derived follows it', () => {
    const { tokens } = resolveTheme({ backgroundColor: '#fff' }, 'dark');
    expect(tokens).toEqual(resolveTheme({ backgroundColor: '#fff' }, 'light').tokens);
    expect(tokens).toMatchObject({ scheme: 'light', background: '#ffffff' });
  });

  it('a text that can’t be read moves just far enough, keeps its hue, and is reported', () => {
    const { tokens, changes } = resolveTheme({ backgroundColor: '#ffffff', textColor: '#7fb2ff' }, 'light');
    expect(changes).toEqual([{ field: 'textColor', from: '#7fb2ff', to: tokens.text, why: 'contrast' }]);
    const [r, g, b] = parseColour(tokens.text, WHITE) ?? BLACK;
    expect(b).toBeGreaterThan(g);
    expect(g).toBeGreaterThan(r);
    const page = [tokens.background, tokens.surface, tokens.agentBubble].map((hex) => parseColour(hex, WHITE) ?? BLACK);
    expect(worst([r, g, b], page)).toBeLessThan(TEXT_CONTRAST + 0.1);
  });

  it('a bubble’s text is judged on the bubble, and repaired only when it fails there', () => {
    const fails = resolveTheme({ userBubbleColor: '#ffe000', userBubbleTextColor: '#ffffff' }, 'light');
    expect(fails.changes).toMatchObject([{ field: 'userBubbleTextColor', from: '#ffffff', why: 'contrast' }]);
    const passes = resolveTheme({ userBubbleColor: '#ffe000', userBubbleTextColor: '#222222' }, 'light');
    expect(passes.tokens.onUserBubble).toBe('#222222');
    expect(passes.changes).toEqual([]);
  });

  it('a colour that is not opaque is laid over the background', () => {
    const { tokens } = resolveTheme({ backgroundColor: '#ffffff', primaryColor: '#ff000080' }, 'light');
    expect(tokens.primary).toBe('#ff7f7f');
    expect(resolveTheme({ backgroundColor: '#00000000' }, 'light').tokens.background).toBe('#ffffff');
  });

  it('both reasons are reported when a value was stripped and then moved for contrast', () => {
    const { tokens, changes } = resolveTheme({ backgroundColor: '#ffffff', textColor: '#eee;' }, 'light');
    expect(changes).toEqual([
      { field: 'textColor', from: '#eee;', to: '#eeeeee', why: 'stripped' },
      { field: 'textColor', from: '#eee;', to: tokens.text, why: 'contrast' },
    ]);
  });

  it.each([
    ['#abc', '#aabbcc'],
    ['#ABCDEF', '#abcdef'],
    [' #abcdef ', '#abcdef'],
    ['rgb(1, 2, 3)', '#010203'],
    ['rgb(1 2 3)', '#010203'],
    ['rgb(100%, 50%, 0%)', '#ff8000'],
    ['rgb(300, -5, 1.6)', '#ff0002'],
    ['hsl(120, 100%, 25%)', '#008000'],
    ['hsl(-240deg 100% 25%)', '#008000'],
    ['hsl(480 100 25)', '#008000'],
    ['rgba(0, 0, 0, 0.5)', '#808080'],
    ['rgb(0 0 0 / 50%)', '#808080'],
    ['Navy', '#000080'],
    ['tomato', '#ff6347'],
    ['RebeccaPurple', '#663399'],
    ['lightgoldenrodyellow', '#fafad2'],
    ['darkslategrey', '#2f4f4f'],
    ['oklch(0 0 0)', '#000000'],
    ['oklch(1 0 0)', '#ffffff'],
    ['oklch(62.3% 0.214 259.815)', '#2b7fff'],
    ['oklch(63.7% 0.237 25.331deg)', '#fb2c36'],
    ['oklch(0.723 0.219 149.579)', '#00c950'],
    ['oklch(0.205 0 none)', '#171717'],
    ['oklch(50% 25% 270)', '#4d5f9c'],
    ['oklch(1 0 0 / 10%)', '#ffffff'],
    ['oklch(0 0 0 / 50%)', '#808080'],
    ['OKLCH(0.9 9 120)', toHex(parseColour('oklch(0.9 0.4 120)', WHITE) ?? BLACK)],
    ['hsl(none 0% 50%)', '#808080'],
  ])('%s means %s', (text, hex) => {
    expect(toHex(parseColour(text, WHITE, readColourName) ?? [1, 1, 1])).toBe(hex);
  });
});

describe('the repair of a colour', () => {
  const rgb = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));

  it('reaches 4.5:1 on every single background, and leaves what is fine alone', () => {
    fc.assert(
      fc.property(rgb, rgb, (colour, background) => {
        const repaired = ensureContrast(colour, [background], TEXT_CONTRAST);
        expect(worst(repaired, [background])).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        if (worst(colour, [background]) >= TEXT_CONTRAST) expect(repaired).toBe(colour);
      }),
      { numRuns: 5_000 },
    );
  });

  it('goes the shorter way: a dark text becomes darker, a light one lighter, where both would do', () => {
    const grey: Rgb = [117, 117, 117];
    expect(ensureContrast([50, 50, 50], [grey], TEXT_CONTRAST)[0]).toBeLessThan(50);
    expect(ensureContrast([200, 200, 200], [grey], TEXT_CONTRAST)[0]).toBeGreaterThan(200);
  });

  it('gives the better of black and white where no colour can do it', () => {
    expect(ensureContrast([120, 120, 120], [WHITE, [10, 10, 10]], TEXT_CONTRAST)).toEqual(BLACK);
  });
});

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
