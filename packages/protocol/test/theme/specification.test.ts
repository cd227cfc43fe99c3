/** The specification's WidgetTheme, property by property with its default, and the rules below its table in their words. */
import { describe, expect, it } from 'vitest';
import { parseColour } from '../../src/theme/colours/colour.js';
import { contrast } from '../../src/theme/colours/contrast.js';
import { SYSTEM_FONTS } from '../../src/theme/font-family.js';
import { resolveTheme } from '../../src/theme/resolve-theme.js';
import { TEMPLATES } from '../../src/theme/templates/templates.js';
import type { WidgetTheme } from '../../src/theme/theme.js';

const resolved = (theme: WidgetTheme | null, scheme: 'light' | 'dark' = 'light') => resolveTheme(theme, scheme, 'Ada');
const tokensOf = (theme: WidgetTheme | null, scheme: 'light' | 'dark' = 'light') => resolved(theme, scheme).tokens;
const SCHEMES = ['light', 'dark'] as const;
const colour = (text: string) => {
  const read = parseColour(text, [255, 255, 255]);
  if (!read) throw new Error(`${text} is no colour.`);
  return read;
};
const ratio = (one: string, other: string): number => contrast(colour(one), colour(other));

describe('omitted fields come from the template preset', () => {
  it.each(TEMPLATES)('`%s`, in light and in dark, as if each were written down', (template) => {
    for (const scheme of SCHEMES) {
      const { tokens } = resolved({ template }, scheme);
      const written = {
        template,
        primaryColor: tokens.primary,
        backgroundColor: tokens.background,
        textColor: tokens.text,
        userBubbleColor: tokens.userBubble,
        userBubbleTextColor: tokens.onUserBubble,
        fontSize: 'base',
        messageStyle: 'plain',
        poweredBy: true,
      } as const satisfies WidgetTheme;
      for (const field of Object.keys(written) as (keyof typeof written)[])
        expect(resolved({ template, [field]: written[field] }, scheme), field).toEqual(resolved({ template }, scheme));
    }
  });
});

/** Each with what it is by default, and the same when it is given. */
const DEFAULTS: Readonly<Record<keyof WidgetTheme, () => void>> = {
  template: () => {
    expect(tokensOf(null)).toEqual(tokensOf({ template: 'modern' }));
    expect(tokensOf({})).toEqual(tokensOf({ template: 'modern' }));
    expect(tokensOf({ template: 'minimal' })).not.toEqual(tokensOf({}));
  },
  primaryColor: () => {
    for (const template of TEMPLATES) {
      const { primary } = tokensOf({ template });
      expect(TEMPLATES.filter((other) => tokensOf({ template: other }).primary === primary)).toEqual([template]);
      expect(tokensOf({ template, primaryColor: '#c2185b' }).primary).toBe('#c2185b');
    }
  },
  backgroundColor: () => {
    expect(tokensOf({ template: 'dark' }).background).not.toBe(tokensOf({ template: 'modern' }).background);
    for (const template of TEMPLATES)
      expect(tokensOf({ template, backgroundColor: '#fffbe6' }).background).toBe('#fffbe6');
  },
  textColor: () => {
    expect(tokensOf({ template: 'dark' }).text).not.toBe(tokensOf({ template: 'modern' }).text);
    expect(tokensOf({ textColor: '#123456' }).text).toBe('#123456');
  },
  userBubbleColor: () => {
    for (const template of TEMPLATES) expect(tokensOf({ template }).userBubble).toBe(tokensOf({ template }).primary);
    expect(tokensOf({ primaryColor: '#c2185b' }).userBubble).toBe('#c2185b');
    expect(tokensOf({ primaryColor: '#c2185b', userBubbleColor: '#00695c' })).toMatchObject({
      primary: '#c2185b',
      userBubble: '#00695c',
    });
  },
  userBubbleTextColor: () => {
    for (const userBubbleColor of ['#000000', '#ffffff', '#ffeb3b', '#00695c', '#777777'])
      expect(ratio(tokensOf({ userBubbleColor }).onUserBubble, userBubbleColor)).toBeGreaterThanOrEqual(4.5);
    expect(tokensOf({ userBubbleColor: '#00695c', userBubbleTextColor: '#fff59d' }).onUserBubble).toBe('#fff59d');
  },
  fontFamily: () => {
    expect(tokensOf({}).fontFamily).toBe(SYSTEM_FONTS);
    expect(tokensOf({ fontFamily: 'Georgia, serif' }).fontFamily).toBe('"Georgia", serif');
  },
  fontSize: () => {
    expect(tokensOf({}).fontSizePx).toBe(tokensOf({ fontSize: 'base' }).fontSizePx);
    const [small, base, large] = (['sm', 'base', 'lg'] as const).map((fontSize) => tokensOf({ fontSize }).fontSizePx);
    expect([small, base, large]).toEqual([14, 16, 18]);
  },
  messageStyle: () => {
    expect(tokensOf({}).messageStyle).toBe('plain');
    expect(tokensOf({ messageStyle: 'bubble' }).messageStyle).toBe('bubble');
  },
  logoUrl: () => {
    expect(resolved({}).logoUrl).toBeNull();
    const logoUrl = 'https://cdn.shop.example/logo.png';
    expect(resolved({ logoUrl }).logoUrl).toBe(logoUrl);
  },
  headerTitle: () => {
    expect(resolved({}).headerTitle).toBe('Ada');
    expect(resolved({ headerTitle: 'Help' }).headerTitle).toBe('Help');
  },
  poweredBy: () => {
    expect(resolved({}).poweredBy).toBe(true);
    expect(resolved({ poweredBy: false }).poweredBy).toBe(false);
  },
};

describe('the default of', () => {
  const WORDS: Readonly<Record<keyof WidgetTheme, string>> = {
    template: 'modern',
    primaryColor: 'from template',
    backgroundColor: 'from template',
    textColor: 'from template',
    userBubbleColor: 'primaryColor',
    userBubbleTextColor: 'derived',
    fontFamily: 'system stack',
    fontSize: 'base',
    messageStyle: 'plain',
    logoUrl: 'none',
    headerTitle: 'agent name',
    poweredBy: 'true',
  };
  it.each(Object.entries(WORDS))('%s: %s', (field) => DEFAULTS[field as keyof WidgetTheme]());
});

describe('rules', () => {
  const TEXTS = [
    ['textColor', (theme: WidgetTheme) => [tokensOf(theme).text, tokensOf(theme).background]],
    ['userBubbleTextColor', (theme: WidgetTheme) => [tokensOf(theme).onUserBubble, tokensOf(theme).userBubble]],
  ] as const;
  it.each(TEXTS)(
    'text colours are adjusted automatically if contrast against the background is below 4.5:1: %s',
    (field, read) => {
      for (const [given, isKept] of [
        ['#dddddd', false],
        ['#767676', true],
        ['#777777', false],
        ['#000000', true],
        ['tomato', false],
      ] as const) {
        const theme = { backgroundColor: '#ffffff', userBubbleColor: '#ffffff', [field]: given };
        const [text = '', under = ''] = read(theme);
        expect(ratio(text, under)).toBeGreaterThanOrEqual(4.5);
        // The surface and answers are a little darker than the background, and the text is on them, too.
        if (isKept && field === 'userBubbleTextColor') expect(text).toBe(given);
        if (!isKept) expect(resolved(theme).changes).toMatchObject([{ field, why: 'contrast' }]);
      }
    },
  );

  it.each([
    ['primaryColor', 'primary', '#c2185b'],
    ['backgroundColor', 'background', '#fffbe6'],
    ['textColor', 'text', '#123456'],
    ['userBubbleColor', 'userBubble', '#00695c'],
    ['userBubbleTextColor', 'onUserBubble', '#fff59d'],
  ] as const)('explicit colours are not recoloured for dark mode: %s', (field, token, value) => {
    // On a background and a bubble of their own, on which the texts can be read.
    const around = { backgroundColor: '#fffbe6', userBubbleColor: '#00695c', [field]: value };
    for (const scheme of SCHEMES) expect(tokensOf(around, scheme)[token]).toBe(value);
  });

  it.each([
    ['Georgia;', '"Georgia", sans-serif'],
    ['Georgia {}', '"Georgia", sans-serif'],
    ['url(https://cdn.example/a.woff) Georgia, serif', '"Georgia", serif'],
    ['URL(//x)Georgia', '"Georgia", sans-serif'],
    ['ururl(l(//x)Georgia', '"urGeorgia", sans-serif'],
    ['{Noto Sans JP};', '"Noto Sans JP", sans-serif'],
  ])('`url()`, braces and semicolons are stripped from fontFamily: %s', (fontFamily, css) => {
    const { tokens, changes } = resolved({ fontFamily });
    expect(tokens.fontFamily).toBe(css);
    expect(changes).toMatchObject([{ field: 'fontFamily', from: fontFamily }]);
  });

  it.each(['sans-serif', 'serif', 'monospace'])('fontFamily renders the generic family %s as it is', (family) => {
    expect(tokensOf({ fontFamily: family }).fontFamily).toBe(family);
    expect(tokensOf({ fontFamily: `Georgia, ${family}` }).fontFamily).toBe(`"Georgia", ${family}`);
  });
});
