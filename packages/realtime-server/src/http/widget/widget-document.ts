/**
 * The document inside the iframe. The inbox's settings are inlined. A page that draws the launcher itself gets the panel: all
 * that it needs until a visitor can write is named, so that it arrives in one round trip. Any other page gets a document that
 * draws the launcher, in plain markup, so that it shows before any script has run: two requests after the page's tag, and no
 * socket. Colours are SVG attributes, which a policy without inline styles allows.
 */
import {
  type BootDocument,
  type LauncherSettings,
  type Locale,
  type Mode,
  type PublicInbox,
  readTheme,
  resolveTheme,
  type Scheme,
  type WidgetTheme,
} from '@service/protocol';
import { jsonInScript } from './json-in-script.js';
import type { Kind, WidgetFiles } from './widget-files.js';

/** What a page gets that may not have the widget: always these bytes, whatever the reason was. */
export const EMPTY_DOCUMENT =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Chat</title></head><body></body></html>';

/** What the page says in the frame's address about itself. */
export interface Drawing {
  readonly hostOrigin: string;
  readonly mode: Mode;
  readonly scheme: Scheme;
  /** The page's own theme, for an inbox that has none saved. `later`: it could not be read here, the frame will. */
  readonly theme: WidgetTheme | null | 'later';
  /** Of the page, else of the browser. */
  readonly language: Locale;
  readonly kind: Kind;
  /** For a page that draws the launcher; null: it does not. */
  readonly launcher: LauncherSettings | null;
  /** It shows how a chat would look, and connects to nothing. @defaultValue false */
  readonly preview?: boolean;
}

/** The page's theme as the frame's address carries it. Of the wrong shape is none: the frame tells the page about that. */
export function themeInAddress(written: string | undefined): Drawing['theme'] {
  if (written === undefined) return null;
  try {
    return readTheme(JSON.parse(written), () => null);
  } catch {
    return 'later';
  }
}

export function widgetDocument(inbox: PublicInbox, drawing: Drawing, version: string, files: WidgetFiles): string {
  const { hostOrigin, mode, scheme, kind, launcher, preview } = drawing;
  const own = inbox.theme ? null : drawing.theme;
  const later = own === 'later';
  // Resolved here: the theme rule is larger than everything else that the launcher needs.
  const { changes, ...look } = resolveTheme(inbox.theme ?? (later ? null : own), scheme);
  const boot: BootDocument = {
    inbox: withWordingsIfAsked(inbox),
    hostOrigin,
    version,
    mode,
    scheme,
    look: later ? null : look,
    ...(launcher && { launcher }),
    ...(preview && { preview: true as const }),
    // A saved theme is its operator's business, and no page's.
    ...(!inbox.theme && changes.length > 0 && { changes }),
  };
  const { primary, onPrimary } = look.tokens;
  const first = files.first[kind];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>Chat</title>
<style>${first.style}</style>
<script type="module" src="/assets/${first.script}"></script>${preloads(inbox, drawing, files)}
</head>
<body${later ? ' class="unthemed"' : ''}>
${kind === 'launcher' ? launcherButton(primary, onPrimary) : ''}<script type="application/json" id="service-boot">${jsonInScript(boot)}</script>
</body>
</html>
`;
}

/** Few chats ask for consent, and the hashes are a tenth of the document. The frame knows how to work them out. */
function withWordingsIfAsked(inbox: PublicInbox): PublicInbox {
  if (inbox.requireConsent) return inbox;
  const { wordings: _, ...consent } = inbox.consent;
  return { ...inbox, consent };
}

/** What the browser fetches at once. What a visitor doesn't wait for to write leaves the line to the rest. */
function preloads(inbox: PublicInbox, { theme, language, kind }: Drawing, files: WidgetFiles): string {
  const first = files.first[kind];
  const needed = new Set([
    ...first.imports,
    ...(theme === 'later' && !inbox.theme ? files.themeRule : []),
    ...(kind === 'panel' ? files.panel(language, inbox) : []),
  ]);
  needed.delete(first.script);
  const later = new Set(kind === 'panel' ? files.conversation(language) : []);
  for (const name of [first.script, ...needed]) later.delete(name);
  const link = (name: string, more = ''): string => `\n<link rel="modulepreload" href="/assets/${name}"${more}>`;
  return [
    ...[...needed].map((name) => link(name)),
    ...[...later].map((name) => link(name, ' fetchpriority="low"')),
  ].join('');
}

const launcherButton = (primary: string, onPrimary: string): string =>
  `<button id="launcher" type="button" aria-label="Open chat" aria-expanded="false"><svg viewBox="0 0 56 56" aria-hidden="true"><circle cx="28" cy="28" r="28" fill="${primary}"/><path d="M28 17c-7.2 0-13 4.7-13 10.5 0 3.3 1.9 6.2 4.8 8.1-.2 1.5-.9 3-2.1 4.2 2.5-.1 4.7-1 6.3-2.3 1.3.3 2.6.5 4 .5 7.2 0 13-4.7 13-10.5S35.2 17 28 17Z" fill="${onPrimary}"/></svg></button>\n`;
