/**
 * From what a site wrote to what the screens draw with: preset, given fields, strip, grammar, default, contrast.
 * True of every result, whatever was given: each colour is `#rrggbb`, each text is at 4.5:1 or more on everything it
 * is drawn on, control borders and the focus ring at 3:1, and each value that was not used as written is in `changes`.
 *
 * Backgrounds and fills are used as given, in light and in dark; only texts and lines move. A derived colour follows the
 * background that is really there, so a black background in the light scheme gets light text.
 */
import { isBlank } from '../message-parts/text/is-blank.js';
import { truncate } from '../message-parts/text/truncate.js';
import { mix, parseColour, type Rgb, toHex } from './colours/colour.js';
import { readColourName } from './colours/colour-names.js';
import { CONTROL_CONTRAST, ensureContrast, stepToward, TEXT_CONTRAST } from './colours/contrast.js';
import { parseFontFamily, SYSTEM_FONTS } from './font-family.js';
import { parseLogoUrl } from './logo.js';
import { fromPreset, pageColours, type ReadColour, readableOn } from './page-colours.js';
import { MAIN_COLOURS } from './templates/main-colours.js';
import { TEMPLATE_PRESETS } from './templates/presets.js';
import { TEMPLATES, type Template } from './templates/templates.js';
import {
  FONT_SIZES,
  type FontSize,
  MESSAGE_STYLES,
  type ResolvedTheme,
  type Scheme,
  type WidgetTheme,
} from './theme.js';
import { createThemeReader, type ThemeReader } from './theme-reader.js';

/** 16 is also the size below which iOS zooms into a focused field. */
const FONT_SIZE_PX: Readonly<Record<FontSize, number>> = { sm: 14, base: 16, lg: 18 };
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
  const preset = TEMPLATE_PRESETS[template];
  return {
    tokens: {
      template,
      ...resolveColours(written, template, scheme),
      fontFamily: resolveFonts(written),
      fontSizePx: FONT_SIZE_PX[written.oneOf('fontSize', FONT_SIZES, 'base')],
      radiusPx: preset.radiusPx,
      bubbleRadiusPx: preset.bubbleRadiusPx,
      messageStyle: written.oneOf('messageStyle', MESSAGE_STYLES, 'plain'),
    },
    headerTitle: resolveTitle(written, agentName),
    logoUrl: written.plain<string | null>('logoUrl', parseLogoUrl, null),
    poweredBy: written.oneOf('poweredBy', [true, false], true),
    changes: written.changes,
  };
}

/** A name that can't be used is left out and reported; the others stay. */
function resolveFonts(written: ThemeReader): string {
  let isWhole = true;
  const parse = (text: string): string | null => {
    const { css, left } = parseFontFamily(text);
    isWhole = !left;
    return css;
  };
  const fonts = written.styled('fontFamily', parse, SYSTEM_FONTS, String, 'not-a-font');
  if (!isWhole && written.isUsed('fontFamily')) written.report('fontFamily', fonts, 'not-a-font');
  return fonts;
}

/** A title that is too long is cut and reported. */
function resolveTitle(written: ThemeReader, agentName = ''): string | null {
  const parse = (value: string): string | null => {
    const title = parseTitle(value);
    if (title && title !== value.trim()) written.report('headerTitle', title, 'too-long');
    return title;
  };
  return written.plain('headerTitle', parse, parseTitle(agentName));
}

function resolveColours(written: ThemeReader, template: Template, wanted: Scheme) {
  const colour: ReadColour = (field, under, otherwise) =>
    written.styled(field, (text) => parseColour(text, under, readColourName), otherwise, toHex, 'not-a-colour');
  const readable = (field: keyof WidgetTheme, text: Rgb, backgrounds: readonly Rgb[]) => {
    const repaired = ensureContrast(text, backgrounds, TEXT_CONTRAST);
    if (repaired !== text && written.isUsed(field)) written.report(field, toHex(repaired), 'contrast');
    return repaired;
  };

  const colours = pageColours(colour, template, wanted);
  const { scheme, ink, background, primary, defaultText } = colours;
  const preset = TEMPLATE_PRESETS[template][scheme];
  const isOwn = toHex(background) === MAIN_COLOURS[template][scheme][0];
  const surface = isOwn ? fromPreset(preset.surface) : stepToward(background, defaultText, 0.05, ink);
  const agentBubble = stepToward(surface, primary, 0.06, ink);

  const page = [background, surface, agentBubble];
  const text = readable('textColor', colours.text, page);
  const quiet = (share: number) => toHex(ensureContrast(mix(text, background, share), page, TEXT_CONTRAST));
  const line = (from: Rgb) => toHex(ensureContrast(from, page, CONTROL_CONTRAST));
  const onPrimary = readableOn(primary, colours);
  const userBubble = colour('userBubbleColor', background, primary);
  const bubbleText = colour('userBubbleTextColor', userBubble, readableOn(userBubble, colours));

  return {
    scheme,
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
    onPrimary: toHex(onPrimary),
    header: toHex({ primary, surface, background }[preset.header]),
    onHeader: toHex(preset.header === 'primary' ? onPrimary : text),
    userBubble: toHex(userBubble),
    onUserBubble: toHex(readable('userBubbleTextColor', bubbleText, [userBubble])),
    agentBubble: toHex(agentBubble),
    onAgentBubble: toHex(text),
    danger: toHex(ensureContrast(scheme === 'dark' ? DANGER_ON_DARK : DANGER, page, TEXT_CONTRAST)),
    focusRing: line(primary),
  } as const;
}

function parseTitle(value: string): string | null {
  return isBlank(value) ? null : truncate(value.trim(), TITLE_LENGTH);
}
