/**
 * The first script of every document, as small as possible: connects to the page, and loads the panel when it is needed. Where
 * the page opens the panel, that is at once: the panel is drawn ahead while the browser is idle, or with the first command.
 */

import { hasStoredChat } from '@service/embed-headless/core';
import type { AppliedTheme, BootDocument, ConfigProblem, EmbedErrorCode, HostMessage } from '@service/protocol';
import './boot.css';
import { CATALOGUES, chooseLanguage } from '../i18n/languages.js';
import { applyTheme } from '../theme/apply-theme.js';
import { createThemeForScheme } from '../theme/theme-for-scheme.js';
import { connectToHost, type HostChannel } from './frame-handshake.js';
import type { Opener } from './opener/opener.js';
import { createPanelLoader, importPanel, type PanelLoader, startPanel } from './panel-loader.js';
import { whenIdle } from './when-idle.js';

/** `drawOpener` draws what opens the panel; null: the page opens it. */
export function start(drawOpener: ((panel: PanelLoader) => Opener) | null): void {
  const block = document.getElementById('service-boot');
  if (!block || window.parent === window) {
    document.body.textContent = 'This page belongs inside a website’s chat.';
    return;
  }
  const panel = createPanelLoader();
  void begin(JSON.parse(block.textContent ?? '') as BootDocument, panel, drawOpener?.(panel) ?? null);
}

async function begin(boot: BootDocument, panel: PanelLoader, opener: Opener | null): Promise<void> {
  const { inbox, hostOrigin, mode } = boot;
  // Its code runs while the page answers. A failure is handled where the panel is started.
  if (!opener) importPanel().catch(() => undefined);
  else document.body.classList.add('floating');
  const drawTheme = ({ tokens }: AppliedTheme): void => {
    applyTheme(document.documentElement, tokens);
    opener?.applyTheme(tokens);
  };
  if (boot.look) drawTheme(boot.look);

  const channel = await connectToHost(window, hostOrigin, boot.launcher);
  const { connect, problems } = channel;
  const { config } = connect;
  const language = chooseLanguage([config.locale, ...navigator.languages]);
  document.documentElement.lang = language.locale;
  const themeFor = createThemeForScheme(boot, config.theme, (message) => report(channel, 'config_invalid', message));
  let theme = themeFor(connect.scheme);
  /** The page answers identity requests for its visitor. */
  let identified = connect.identity === true;
  /** What the page has said since it connected. */
  const latest = new Map<HostMessage['t'], HostMessage>();
  panel.enable(async () => {
    const ready = await startPanel({
      ...{ boot, channel, opener, language },
      theme: () => theme,
      identified: () => identified,
    });
    for (const message of latest.values()) ready.handle(message);
    return ready;
  });

  const gated = config.requireConsent || inbox.requireConsent;
  const hasHistory = opener !== null && !gated && hasStoredChat(inbox.id, hostOrigin);
  if (opener) {
    document.body.dataset.side = config.position;
    // It is drawn in English.
    if (language.language !== 'en')
      await CATALOGUES[language.language]().then(opener.setTexts, () => undefined);
    opener.setPlaceholder(config.placeholder ?? inbox.placeholder, hasHistory);
  }

  /** The theme requested last is shown, whichever is resolved first. */
  const show = async (wanted: AppliedTheme | Promise<AppliedTheme>): Promise<void> => {
    theme = wanted;
    const resolved = await wanted;
    if (theme === wanted) drawTheme(resolved);
  };
  const shown = show(theme);
  if (opener) await shown;

  const handle = (message: HostMessage): void => {
    if (message.t === 'scheme') void show(themeFor(message.scheme));
    if (message.t === 'diagnose')
      return void import('./frame-report.js').then(async ({ frameReport }) =>
        channel.post({ t: 'diagnosis', report: await frameReport(boot, gated, panel.started()) }),
      );
    // A page that only sends its size, its color scheme or that it knows its visitor doesn't need the panel yet.
    if (panel.started() || !['scheme', 'viewport', 'identify', 'bye'].includes(message.t))
      void panel.load().then((ready) => ready.handle(message));
    else if (message.t === 'identify') identified = true;
    else latest.set(message.t, message);
  };
  channel.listen(handle, (field, kind) => {
    reportProblem(channel, 'call_invalid', { field, kind });
    return null;
  });
  channel.post({ t: 'ready' });
  channel.post({ t: 'event', name: 'ready', detail: { version: boot.version } });
  for (const problem of problems) reportProblem(channel, 'config_invalid', problem);
  if (mode === 'embedded' || hasHistory || connect.unread) void panel.load();
  else if (!opener) whenIdle(() => void panel.load());
}

function report({ post }: HostChannel, code: EmbedErrorCode, message: string): void {
  post({ t: 'event', name: 'error', detail: { code, message } });
}

function reportProblem(channel: HostChannel, code: EmbedErrorCode, problem: ConfigProblem): void {
  void import('./explain-problem.js').then(({ explainProblem }) => report(channel, code, explainProblem(problem)));
}
