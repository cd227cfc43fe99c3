/**
 * The first script in the frame, as small as possible: shows the launcher, connects to the page, and loads the panel when the
 * pointer or the focus reaches the launcher, the page sends a command, or an earlier visit left a conversation.
 */

import { hasStoredChat } from '@service/embed-headless/core';
import {
  type AppliedTheme,
  type BootDocument,
  type ConfigProblem,
  type EmbedErrorCode,
  type HostMessage,
  MESSAGE_LIMITS,
} from '@service/protocol';
import './boot.css';
import { CATALOGUES, type Choice, chooseLanguage } from '../i18n/languages.js';
import type { PanelHandle } from '../panel/model.js';
import { applyTheme } from '../theme/apply-theme.js';
import { createThemeForScheme } from '../theme/theme-for-scheme.js';
import { connectToHost, type HostChannel } from './frame-handshake.js';
import { createLauncher, type Launcher } from './launcher.js';
import { LAUNCHER_TEXTS } from './launcher-texts.js';
import { createPromptInput } from './prompt-input.js';

const block = document.getElementById('service-boot');
if (!block || window.parent === window) {
  document.body.textContent = 'This page belongs inside a website’s chat.';
} else {
  void begin(JSON.parse(block.textContent ?? '') as BootDocument);
}

async function begin(boot: BootDocument): Promise<void> {
  const { inbox, hostOrigin, mode } = boot;
  const panel = createPanelLoader();
  const launcher = drawLauncher(boot, panel);
  const drawTheme = ({ tokens }: AppliedTheme): void => {
    applyTheme(document.documentElement, tokens);
    launcher.applyTheme(tokens);
  };
  if (boot.look) drawTheme(boot.look);
  if (mode === 'embedded') document.body.classList.add('embedded');

  const channel = await connectToHost(window, hostOrigin);
  const { connect, problems } = channel;
  const { config } = connect;
  const language = chooseLanguage([config.locale, ...navigator.languages]);
  document.documentElement.lang = language.locale;
  const themeFor = createThemeForScheme(boot, config.theme, (message) => report(channel, 'config_invalid', message));
  let theme = themeFor(connect.scheme);
  /** The page answers identity requests for its visitor. */
  let identified = connect.identity === true;
  panel.enable(() =>
    loadPanel({ boot, channel, launcher, language, theme: () => theme, identified: () => identified }),
  );

  const gated = config.requireConsent || inbox.requireConsent;
  const hasHistory = !gated && hasStoredChat(inbox.id, hostOrigin);
  const texts =
    language.language === 'en' ? LAUNCHER_TEXTS : await CATALOGUES[language.language]().catch(() => LAUNCHER_TEXTS);
  launcher.setTexts(texts);
  launcher.setPlaceholder(config.placeholder ?? inbox.placeholder ?? texts.placeholder, hasHistory);
  document.body.dataset.side = config.position;

  /** The theme requested last is shown, whichever is resolved first. */
  const show = async (wanted: AppliedTheme | Promise<AppliedTheme>): Promise<void> => {
    theme = wanted;
    const resolved = await wanted;
    if (theme === wanted) drawTheme(resolved);
  };
  await show(theme);

  const handle = (message: HostMessage): void => {
    if (message.t === 'scheme') void show(themeFor(message.scheme));
    if (message.t === 'diagnose')
      return void import('./frame-report.js').then(async ({ frameReport }) =>
        channel.post({ t: 'diagnosis', report: await frameReport(boot, gated, panel.started()) }),
      );
    // A page that only sends its size, its color scheme or that it knows its visitor doesn't need the panel yet.
    if (panel.started() || !['scheme', 'viewport', 'identify', 'bye'].includes(message.t))
      void panel.load().then((ready) => ready.handle(message));
    else identified ||= message.t === 'identify';
  };
  channel.listen(handle, (field, kind) => {
    reportProblem(channel, 'call_invalid', { field, kind });
    return null;
  });
  channel.post({ t: 'ready' });
  channel.post({ t: 'event', name: 'ready', detail: { version: boot.version } });
  for (const problem of problems) reportProblem(channel, 'config_invalid', problem);
  if (mode === 'embedded' || hasHistory) void panel.load();
}

interface PanelLoader {
  /** Loads and starts the panel, as soon as it is enabled. After a failure the next call tries again. */
  load(): Promise<PanelHandle>;
  /** Null until the panel was asked for. */
  started(): Promise<PanelHandle> | null;
  /** The page is connected. */
  enable(start: () => Promise<PanelHandle>): void;
}

function createPanelLoader(): PanelLoader {
  let panel: Promise<PanelHandle> | null = null;
  let enable: PanelLoader['enable'] = () => undefined;
  const enabled = new Promise<() => Promise<PanelHandle>>((resolve) => {
    enable = resolve;
  });
  return {
    load() {
      if (panel) return panel;
      panel = enabled.then((start) => start());
      panel.catch(() => {
        panel = null;
      });
      return panel;
    },
    started: () => panel,
    enable: (start) => enable(start),
  };
}

function drawLauncher({ mode }: BootDocument, panel: PanelLoader): Launcher {
  const near = (): void => void panel.load();
  const toggle = (byKeyboard: boolean): void => void panel.load().then((ready) => ready.toggle(byKeyboard));
  if (mode !== 'prompt-input') return createLauncher(document, toggle, near);
  return createPromptInput(document, {
    maxLength: MESSAGE_LIMITS.textLength,
    onAsk: (text) => void panel.load().then((ready) => ready.ask(text)),
    onOpen: toggle,
    onNear: near,
  });
}

interface StartOptions {
  readonly boot: BootDocument;
  readonly channel: HostChannel;
  readonly launcher: Launcher;
  readonly language: Choice;
  theme(): AppliedTheme | Promise<AppliedTheme>;
  identified(): boolean;
}

function loadPanel(options: StartOptions): Promise<PanelHandle> {
  const { boot, channel, launcher, language, theme, identified } = options;
  const { connect, post } = channel;
  const asksConsent = connect.config.requireConsent || boot.inbox.requireConsent;
  const consent = asksConsent ? import('../panel/consent/consent.js') : null;
  // Awaited below, where a failure is handled.
  consent?.catch(() => undefined);
  const panel = import('../panel/panel-controller.js').then(async ({ startPanel, loadTexts }) => {
    const context = {
      boot,
      connect,
      theme: await theme(),
      agentName: connect.config.agentName ?? boot.inbox.agentName,
      post,
      launcher,
      identified: identified(),
      texts: await loadTexts(language),
    };
    return startPanel(context, await consent);
  });
  // Starts these downloads now, not after the panel; the panel handles their failures.
  for (const load of [CATALOGUES[language.language], () => import('../panel/live.js')]) load().catch(() => undefined);
  return panel;
}

function report({ post }: HostChannel, code: EmbedErrorCode, message: string): void {
  post({ t: 'event', name: 'error', detail: { code, message } });
}

function reportProblem(channel: HostChannel, code: EmbedErrorCode, problem: ConfigProblem): void {
  void import('./explain-problem.js').then(({ explainProblem }) => report(channel, code, explainProblem(problem)));
}
