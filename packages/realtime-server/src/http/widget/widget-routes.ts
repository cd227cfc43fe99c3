/** The widget's document, and the files that it loads. */
import {
  chooseLanguage,
  isWebOrigin,
  LOCALES,
  type Locale,
  MODES,
  resolveTheme,
  type WidgetTheme,
} from '@service/protocol';
import { type Context, Hono } from 'hono';
import type { InboxDirectory, InboxSettings } from '../../inbox/inbox.js';
import { launcherSettings } from '../../inbox/launcher-settings.js';
import { publicInbox } from '../../inbox/public-inbox.js';
import type { Assets } from '../files/assets.js';
import { type SendDocument, sendFile } from '../files/send-file.js';
import { FOREVER, OWN_FILE_HEADERS, widgetHeaders } from '../security-headers.js';
import { acceptedLanguages } from './accepted-languages.js';
import { EMPTY_DOCUMENT, themeInAddress, widgetDocument } from './widget-document.js';
import { kindOf, widgetFiles } from './widget-files.js';

export interface WidgetRoutesDeps {
  readonly inboxes: InboxDirectory;
  readonly assets: Assets;
  readonly version: string;
  readonly ownOrigin: (c: Context) => string;
  readonly sendDocument: SendDocument;
  readonly preview?: ReadPreview;
}

/** Settings that are not saved, and the origin of the only page that may show them. Null: they are not from our console, or too old. */
export type ReadPreview = (token: string) => { readonly origin: string; readonly settings: InboxSettings } | null;

export function createWidgetRoutes(deps: WidgetRoutesDeps): Hono {
  const { inboxes, assets, version, ownOrigin, sendDocument } = deps;
  const app = new Hono();
  const files = widgetFiles(assets.widget);
  app.get('/assets/:name', (c) => {
    const asset = assets.widget.files.get(c.req.param('name'));
    return asset ? sendFile(c, asset, FOREVER, OWN_FILE_HEADERS) : c.notFound();
  });
  app.get('/widget/:inbox', (c) => {
    const preview = deps.preview?.(c.req.query('preview') ?? '') ?? null;
    const inbox = preview?.settings ?? inboxes.get(c.req.param('inbox'));
    const mayShow = preview ? [preview.origin] : (inbox?.allowedOrigins ?? []);
    const given = c.req.queries('o') ?? [];
    const origin = given.length === 1 && isWebOrigin(given[0] as string) ? (given[0] as string) : null;
    const queryOneOf = <T extends string>(name: string, values: readonly T[]): T =>
      values.find((value) => value === c.req.query(name)) ?? (values[0] as T);
    const mode = queryOneOf('mode', MODES);
    const pageDrawsLauncher = mode === 'chat-widget' && c.req.query('launcher') === 'page';
    const kind = kindOf(mode, pageDrawsLauncher);
    const { styleHash } = files.first[kind];
    // One answer for every "no": it must not show which inboxes exist, or which pages they allow.
    if (!inbox || origin === null || !mayShow.includes(origin)) {
      return sendDocument(c, EMPTY_DOCUMENT, widgetHeaders(null, ownOrigin(c), styleHash, null));
    }
    const theme = themeInAddress(c.req.query('theme'));
    const drawing = {
      hostOrigin: origin,
      mode,
      scheme: queryOneOf('scheme', ['light', 'dark']),
      theme,
      kind,
      language: languageOf(c),
      launcher: pageDrawsLauncher ? launcherSettings(inbox) : null,
      preview: preview !== null,
    } as const;
    // The logo of a theme that is not saved is at its own address.
    const shown = preview ? { ...publicInbox(inbox), theme: inbox.theme } : publicInbox(inbox);
    const html = widgetDocument(shown, drawing, version, files);
    // This server serves a saved theme's logo. The page's own theme counts only without a saved one, and the policy must
    // then allow its logo.
    const logo = logoOf(inbox, theme, preview !== null);
    return sendDocument(c, html, {
      ...widgetHeaders(origin, ownOrigin(c), styleHash, logo),
      ...(kind === 'panel' && { Vary: 'Accept-Language' }),
    });
  });
  return app;
}

/** The logo that the policy must allow, because this server does not serve it. */
function logoOf(inbox: InboxSettings, theme: WidgetTheme | null | 'later', isPreview: boolean): string | null {
  if (isPreview) return resolveTheme(inbox.theme, 'light').logoUrl;
  return inbox.theme || theme === 'later' ? null : (theme?.logoUrl ?? null);
}

/** The language that the frame will choose, by the same rule: the page's wish, then the browser's. */
function languageOf(c: Context): Locale {
  const wishes = [c.req.query('lang'), ...acceptedLanguages(c.req.header('Accept-Language') ?? '')];
  return chooseLanguage(wishes, LOCALES).language;
}
