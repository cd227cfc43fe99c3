/**
 * From what a site wrote to what the screens draw with: preset, given fields, strip, grammar, default, contrast.
 * True of every result, whatever was given: each colour is `#rrggbb`, each text is at 4.5:1 or more on everything it
 * is drawn on, control borders and the focus ring at 3:1, and each value that was not used as written is in `changes`.
 *
 * Backgrounds and fills are used as given, in light and in dark; only texts and lines move. A derived colour follows the
 * background that is really there, so a black background in the light scheme gets light text.
 */
import { BLACK, mix, parseColour, type Rgb, toHex, WHITE } from './colour.js';
import { blackOrWhite, CONTROL_CONTRAST, contrast, ensureContrast, stepToward, TEXT_CONTRAST } from './contrast.js';
import { parseFontFamily, SYSTEM_FONTS } from './font-family.js';
import { parseLogoUrl } from './logo.js';
import { type Palette, TEMPLATE_PRESETS } from './presets.js';
import {
  FONT_SIZES,
  type FontSize,
  MESSAGE_STYLES,
  type ResolvedTheme,
  type Scheme,
  TEMPLATES,
  type WidgetTheme,
} from './theme.js';
import { createThemeReader, type ThemeReader } from './theme-reader.js';

/** 16 is also the size below which iOS zooms into a focused field. */
const FONT_SIZE_PX: Readonly<Record<FontSize, number>> = { sm: 14, base: 16, lg: 18 };
/** A default text colour should be comfortable, not just sufficient. */
const COMFORTABLE = 7;
const TITLE_LENGTH = 80;
const DANGER: Rgb = [200, 44, 36];
const DANGER_ON_DARK: Rgb = [255, 138, 124];

/**
 * Resolves a theme for one scheme. `theme` is the inbox's saved one or, without it, the page's: one wins whole.
 * `agentName` is the title when the theme has none. Pure; never throws on plain data of any shape.
 */
export function resolveTheme(theme: WidgetTheme | null, scheme: Scheme, agentName?: string): ResolvedTheme {
  const written = createThemeReader(theme ?? {});
  const template = written.oneOf('template', TEMPLATES, 'modern');
  const { light, dark, radiusPx, bubbleRadiusPx } = TEMPLATE_PRESETS[template];
  return {
    tokens: {
      template,
      ...resolveColours(written, light, dark, scheme),
      fontFamily: written.styled('fontFamily', parseFontFamily, SYSTEM_FONTS, String, 'not-a-font'),
      fontSizePx: FONT_SIZE_PX[written.oneOf('fontSize', FONT_SIZES, 'base')],
      radiusPx,
      bubbleRadiusPx,
      messageStyle: written.oneOf('messageStyle', MESSAGE_STYLES, 'plain'),
    },
    headerTitle: written.plain<string | null>('headerTitle', parseTitle, parseTitle(agentName ?? '')),
    logoUrl: written.plain<string | null>('logoUrl', parseLogoUrl, null),
    poweredBy: written.oneOf('poweredBy', [true, false], true),
    changes: written.changes,
  };
}

function resolveColours(written: ThemeReader, light: Palette, dark: Palette, scheme: Scheme) {
  const colour = (field: keyof WidgetTheme, under: Rgb, otherwise: Rgb) =>
    written.styled(field, (text) => parseColour(text, under), otherwise, toHex, 'not-a-colour');
  const readable = (field: keyof WidgetTheme, text: Rgb, backgrounds: readonly Rgb[]) => {
    const repaired = ensureContrast(text, backgrounds, TEXT_CONTRAST);
    if (repaired !== text && written.isUsed(field)) written.report(field, toHex(repaired), 'contrast');
    return repaired;
  };

  const base = fromPalette((scheme === 'dark' ? dark : light).background);
  const background = colour('backgroundColor', base, base);
  const ink = blackOrWhite(background);
  const palette = ink === WHITE ? dark : light;
  const primary = colour('primaryColor', background, fromPalette(palette.primary));
  const userBubble = colour('userBubbleColor', background, primary);

  const ownText = fromPalette(palette.text);
  const textSeed = contrast(ownText, background) < COMFORTABLE ? ink : ownText;
  const ownSurface = toHex(background) === palette.background && fromPalette(palette.surface);
  const surface = ownSurface || stepToward(background, textSeed, 0.05, ink);
  const agentBubble = stepToward(surface, primary, 0.06, ink);

  const page = [background, surface, agentBubble];
  const text = readable('textColor', colour('textColor', background, textSeed), page);
  const quiet = (share: number) => toHex(ensureContrast(mix(text, background, share), page, TEXT_CONTRAST));
  const line = (from: Rgb) => toHex(ensureContrast(from, page, CONTROL_CONTRAST));
  /** White if it can be read, else a colour of the page, so that a pale button has the page's own ink. */
  const on = (fill: Rgb) =>
    [WHITE, text, background].find((candidate) => contrast(candidate, fill) >= TEXT_CONTRAST) ?? BLACK;
  const bubbleText = colour('userBubbleTextColor', userBubble, on(userBubble));

  return {
    scheme: ink === WHITE ? 'dark' : 'light',
    background: toHex(background),
    surface: toHex(surface),
    border: toHex(mix(background, text, 0.14)),
    controlBorder: line(mix(background, text, 0.4)),
    text: toHex(text),
    mutedText: quiet(0.3),
    placeholderText: quiet(0.4),
    disabledText: quiet(0.5),
    link: toHex(ensureContrast(primary, page, TEXT_CONTRAST)),
    primary: toHex(primary),
    onPrimary: toHex(on(primary)),
    header: toHex({ primary, surface, background }[palette.header]),
    onHeader: toHex(palette.header === 'primary' ? on(primary) : text),
    userBubble: toHex(userBubble),
    onUserBubble: toHex(readable('userBubbleTextColor', bubbleText, [userBubble])),
    agentBubble: toHex(agentBubble),
    onAgentBubble: toHex(text),
    danger: toHex(ensureContrast(ink === WHITE ? DANGER_ON_DARK : DANGER, page, TEXT_CONTRAST)),
    focusRing: line(primary),
  } as const;
}

const fromPalette = (hex: string): Rgb => parseColour(hex, WHITE) ?? BLACK;

function parseTitle(value: string): string | null {
  return value.trim().slice(0, TITLE_LENGTH) || null;
}
