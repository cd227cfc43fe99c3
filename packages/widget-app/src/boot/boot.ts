/**
 * The first script in the frame, and as small as it can be: shows the launcher, shakes hands with the page, and loads the
 * rest when somebody comes near, the page says something, or there is a conversation to come back to.
 */

import { remembers } from '@service/embed-headless/core';
import {
  type AppliedTheme,
  type BootDocument,
  type ConfigProblem,
  type EmbedErrorCode,
  MESSAGE_LIMITS,
} from '@service/protocol';
import './boot.css';
import { CATALOGUES, chooseLanguage } from '../i18n/languages.js';
import { LAUNCHER_TEXTS } from '../i18n/launcher-texts.js';
import type { PanelHandle } from '../panel/model.js';
import { applyTheme } from '../theme/apply-theme.js';
import { createLookForScheme } from '../theme/look-for-scheme.js';
import { connectToHost, type HostChannel } from './frame-handshake.js';
import { createLauncher } from './launcher.js';
import { createPromptInput } from './prompt-input.js';

const block = document.getElementById('service-boot');
if (!block || window.parent === window) {
  document.body.textContent = 'This page belongs inside a website’s chat.';
} else {
  void begin(JSON.parse(block.textContent ?? '') as BootDocument);
}

async function begin(boot: BootDocument): Promise<void> {
  const { inbox, hostOrigin, mode } = boot;
  /** Everything behind the launcher, once there is a page to talk to. */
  let load = (): Promise<PanelHandle> => connected.then(() => load());
  let panel: Promise<PanelHandle> | null = null;
  const near = (): void => void load();
  const toggle = (byKeyboard: boolean): void => void load().then((ready) => ready.toggle(byKeyboard));

  const launcher =
    mode === 'prompt-input'
      ? createPromptInput(document, {
          maxLength: MESSAGE_LIMITS.textLength,
          onAsk: (text) => void load().then((ready) => ready.ask(text)),
          onOpen: toggle,
          onNear: near,
        })
      : createLauncher(document, toggle, near);
  const paint = ({ tokens }: AppliedTheme): void => {
    applyTheme(document.documentElement, tokens);
    launcher.paint(tokens);
  };
  if (boot.look) paint(boot.look);
  if (mode === 'embedded') document.body.classList.add('embedded');

  const connected: Promise<HostChannel> = connectToHost(window, hostOrigin);
  const line = await connected;
  const { connect } = line;
  const { config } = connect;
  const agentName = config.agentName ?? inbox.agentName;
  const complain = (code: EmbedErrorCode, problem: ConfigProblem): void =>
    void import('./explain-problem.js').then(({ explainProblem }) => report(code, explainProblem(problem)));
  const report = (code: EmbedErrorCode, message: string): void =>
    line.post({ t: 'event', name: 'error', detail: { code, message } });

  const language = chooseLanguage([config.locale, ...navigator.languages]);
  document.documentElement.lang = language.locale;
  const lookIn = createLookForScheme(boot, config.theme, (message) => report('config_invalid', message));
  let look = lookIn(connect.scheme);
  /** The page answers identity requests for its visitor. */
  let identified = connect.identity === true;

  load = () => {
    if (panel) return panel;
    panel = import('../panel/panel-controller.js').then(async ({ startPanel, loadTexts }) =>
      startPanel({
        boot,
        connect,
        look: await look,
        agentName,
        post: line.post,
        launcher,
        identified,
        texts: await loadTexts(language),
      }),
    );
    // Beside it, and not after it; the panel looks after what becomes of them.
    for (const load of [CATALOGUES[language.language], () => import('../panel/live.js')]) load().catch(() => undefined);
    // The next wish tries again.
    panel.catch(() => {
      panel = null;
    });
    return panel;
  };

  const gated = config.requireConsent || inbox.requireConsent;
  const comesBack = !gated && remembers(inbox.id, hostOrigin);
  const words =
    language.language === 'en' ? LAUNCHER_TEXTS : await CATALOGUES[language.language]().catch(() => LAUNCHER_TEXTS);
  launcher.speak(words);
  launcher.invite(config.placeholder ?? inbox.placeholder ?? words.placeholder, comesBack);
  document.body.dataset.side = config.position;

  /** The latest wish wins, whichever is worked out first. */
  const show = async (wanted: AppliedTheme | Promise<AppliedTheme>): Promise<void> => {
    look = wanted;
    const worn = await wanted;
    if (look === wanted) paint(worn);
  };
  await show(look);

  line.listen(
    (message) => {
      if (message.t === 'scheme') void show(lookIn(message.scheme));
      if (message.t === 'diagnose')
        return void import('./frame-report.js').then(async ({ frameReport }) =>
          line.post({ t: 'diagnosis', report: await frameReport(boot, gated, panel) }),
        );
      // A page that only tells its size, its colours or that it knows its visitor has not asked for anything yet.
      if (panel || !['scheme', 'viewport', 'identify', 'bye'].includes(message.t))
        void load().then((ready) => ready.handle(message));
      else identified ||= message.t === 'identify';
    },
    (field, kind) => {
      complain('call_invalid', { field, kind });
      return null;
    },
  );
  line.post({ t: 'ready' });
  line.post({ t: 'event', name: 'ready', detail: { version: boot.version } });
  for (const problem of line.problems) complain('config_invalid', problem);

  if (mode === 'embedded' || comesBack) void load();
}
