/**
 * The first script of every document, as small as possible: connects to the page, and loads the panel when it is needed. Where
 * the page opens the panel, its code loads at once; it is drawn while the browser is idle, or with the first command.
 */

import { hasStoredChat } from '@service/embed-headless/core';
import type { AppliedTheme, BootDocument, ConfigProblem, EmbedErrorCode, HostMessage } from '@service/protocol';
import './boot.css';
import { CATALOGUES, type Choice, chooseLanguage } from '../i18n/load-catalogue.js';
import { applyTheme } from '../theme/apply-theme.js';
import { createThemeForScheme } from '../theme/theme-for-scheme.js';
import { type Connection, connectToHost, type HostChannel } from './frame-handshake.js';
import { idle } from './idle.js';
import type { Opener } from './opener/opener.js';
import { createPanelLoader, type EarlyMessages, importPanel, type PanelLoader, startPanel } from './panel-loader.js';

/** Draws what opens the panel. */
export type DrawOpener = (panel: PanelLoader) => Opener;

// A document with an opener begins with the opener's script, which imports this one.
const boot = readBootDocument();
if (boot && boot.mode !== 'prompt-input' && !document.getElementById('launcher')) start(null);

/** `drawOpener`: null where the page opens the panel. */
export function start(drawOpener: DrawOpener | null): void {
  if (!boot) return;
  const panel = createPanelLoader();
  void begin(boot, panel, drawOpener?.(panel) ?? null);
}

function readBootDocument(): BootDocument | null {
  const block = document.getElementById('service-boot');
  if (block && window.parent !== window) return JSON.parse(block.textContent ?? '') as BootDocument;
  document.body.textContent = 'This page belongs inside a website’s chat.';
  return null;
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
  const { connect, problems, launcher } = channel;
  const onInvalid = (message: string): void => report(channel, 'config_invalid', message);
  const { config } = connect;
  const language = chooseLanguage([config.locale, ...navigator.languages]);
  document.documentElement.lang = language.locale;
  const themeFor = createThemeForScheme(boot, config.theme, onInvalid);
  let theme = themeFor(connect.scheme);
  /** The theme requested last is shown, whichever is resolved first. */
  const show = async (wanted: AppliedTheme | Promise<AppliedTheme>): Promise<void> => {
    theme = wanted;
    const resolved = await wanted;
    if (theme === wanted) drawTheme(resolved);
  };
  const shown = show(theme);
  const early: EarlyMessages = { identified: connect.identity === true, latest: new Map() };
  panel.enable(async () => {
    const ready = await startPanel({ boot, channel, opener, language, theme: () => theme, early });
    for (const message of early.latest.values()) ready.handle(message);
    return ready;
  });

  const gated = config.requireConsent || inbox.requireConsent;
  const hasHistory = opener !== null && !gated && hasStoredChat(inbox.id, hostOrigin);
  if (opener) {
    await greet(opener, channel.connect, language, inbox.placeholder, hasHistory);
    await shown;
  }
  channel.listen(
    (message) => {
      if (message.t === 'scheme') void show(themeFor(message.scheme));
      if (message.t === 'diagnose') diagnose(boot, channel, gated, panel);
      else if (panel.started() || !isForLater(message, early)) void panel.load().then((ready) => ready.handle(message));
    },
    (field, kind) => {
      reportProblem(channel, 'call_invalid', { field, kind });
      return null;
    },
  );
  channel.post({ t: 'ready' });
  channel.post({ t: 'event', name: 'ready', detail: { version: boot.version } });
  for (const problem of problems) reportProblem(channel, 'config_invalid', problem);
  if (launcher) void import('./explain-problem.js').then(({ explainLauncher }) => explainLauncher(launcher, onInvalid));
  if (mode === 'embedded' || hasHistory || connect.unread) void panel.load();
  // A failure is handled where the panel is needed: that loads it again.
  if (!opener) drawAhead(panel).catch(() => undefined);
}

/** In steps, so that a click or a key of the visitor waits for none of them for long. */
async function drawAhead(panel: PanelLoader): Promise<void> {
  await idle();
  const ready = await panel.load();
  await idle();
  ready.draw();
  await idle();
  // A frame that isn't visible is laid out only when it is asked for a size.
  void document.body.offsetHeight;
}

/** Draws the opener, which is in English, in the language and for the corner of the page. */
async function greet(
  opener: Opener,
  { config }: Connection,
  { language }: Choice,
  placeholder: string | null,
  hasHistory: boolean,
): Promise<void> {
  document.body.dataset.side = config.position;
  if (language !== 'en') await CATALOGUES[language]().then(opener.setTexts, () => undefined);
  opener.setPlaceholder(config.placeholder ?? placeholder, hasHistory);
}

/** A page that only sends its size, its color scheme or that it knows its visitor doesn't need the panel yet. */
function isForLater(message: HostMessage, early: EarlyMessages): boolean {
  if (message.t === 'identify') early.identified = true;
  else if (message.t === 'scheme' || message.t === 'viewport') early.latest.set(message.t, message);
  else return message.t === 'bye';
  return true;
}

function diagnose(boot: BootDocument, { post }: HostChannel, gated: boolean, panel: PanelLoader): void {
  void import('./frame-report.js').then(async ({ frameReport }) =>
    post({ t: 'diagnosis', report: await frameReport(boot, gated, panel.started()) }),
  );
}

function report({ post }: HostChannel, code: EmbedErrorCode, message: string): void {
  post({ t: 'event', name: 'error', detail: { code, message } });
}

function reportProblem(channel: HostChannel, code: EmbedErrorCode, problem: ConfigProblem): void {
  void import('./explain-problem.js').then(({ explain }) =>
    explain(problem, (message) => report(channel, code, message)),
  );
}
