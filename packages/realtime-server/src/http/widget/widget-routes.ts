/** The widget's document, and the files that it loads. */
import { chooseLanguage, isWebOrigin, LOCALES, type Locale, MODES } from '@service/protocol';
import { type Context, Hono } from 'hono';
import type { InboxDirectory } from '../../inbox/inbox.js';
import { launcherSettings } from '../../inbox/launcher-settings.js';
import { publicInbox } from '../../inbox/public-inbox.js';
import type { Assets } from '../files/assets.js';
import { type SendDocument, sendFile } from '../files/send-file.js';
import { FOREVER, widgetHeaders } from '../security-headers.js';
import { acceptedLanguages } from './accepted-languages.js';
import { EMPTY_DOCUMENT, themeInAddress, widgetDocument } from './widget-document.js';
import { kindOf, widgetFiles } from './widget-files.js';

export interface WidgetRoutesDeps {
  readonly inboxes: InboxDirectory;
  readonly assets: Assets;
  readonly version: string;
  readonly ownOrigin: (c: Context) => string;
  readonly sendDocument: SendDocument;
}

export function createWidgetRoutes({ inboxes, assets, version, ownOrigin, sendDocument }: WidgetRoutesDeps): Hono {
  const app = new Hono();
  const files = widgetFiles(assets.widget);
  app.get('/assets/:name', (c) => {
    const asset = assets.widget.files.get(c.req.param('name'));
    return asset ? sendFile(c, asset, FOREVER) : c.notFound();
  });
  app.get('/widget/:inbox', (c) => {
    const inbox = inboxes.get(c.req.param('inbox'));
    const given = c.req.queries('o') ?? [];
    const origin = given.length === 1 && isWebOrigin(given[0] as string) ? (given[0] as string) : null;
    const queryOneOf = <T extends string>(name: string, values: readonly T[]): T =>
      values.find((value) => value === c.req.query(name)) ?? (values[0] as T);
    const mode = queryOneOf('mode', MODES);
    const pageDrawsLauncher = mode === 'chat-widget' && c.req.query('launcher') === 'page';
    const kind = kindOf(mode, pageDrawsLauncher);
    const { styleHash } = files.first[kind];
    // One answer for every "no": it must not show which inboxes exist, or which pages they allow.
    if (!inbox || origin === null || !inbox.allowedOrigins.includes(origin)) {
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
    } as const;
    const html = widgetDocument(publicInbox(inbox), drawing, version, files);
    // This server serves a saved theme's logo. The page's own theme counts only without a saved one, and the policy must
    // then allow its logo.
    const logo = inbox.theme || theme === 'later' ? null : (theme?.logoUrl ?? null);
    return sendDocument(c, html, {
      ...widgetHeaders(origin, ownOrigin(c), styleHash, logo),
      ...(kind === 'panel' && { Vary: 'Accept-Language' }),
    });
  });
  return app;
}

/** The language that the frame will choose, by the same rule: the page's wish, then the browser's. */
function languageOf(c: Context): Locale {
  const wishes = [c.req.query('lang'), ...acceptedLanguages(c.req.header('Accept-Language') ?? '')];
  return chooseLanguage(wishes, LOCALES).language;
}
