/**
 * The first script in the frame, and as small as it can be: shakes hands with the page, shows the launcher, and loads the
 * rest when somebody comes near, the page says something, or there is a conversation to come back to.
 */

import { remembers } from '@service/embed-headless/core';
import { type BootDocument, LIMITS, resolveTheme, type Scheme } from '@service/protocol';
import './boot.css';
import { shakeHands } from './boot/frame-handshake.js';
import { launcherIn } from './boot/launcher.js';
import type { PanelHandle } from './panel/start-panel.js';
import { en } from './texts/en.js';
import { chooseLanguage, loadTexts } from './texts/language.js';
import { applyTheme } from './theme/apply-theme.js';

const block = document.getElementById('service-boot');
if (!block || window.parent === window) {
  document.body.textContent = en.notEmbedded;
} else {
  void begin(JSON.parse(block.textContent ?? '') as BootDocument);
}

async function begin(boot: BootDocument): Promise<void> {
  const line = await shakeHands(window, boot.hostOrigin);
  const { config } = line.connect;
  const theme = boot.inbox.theme ?? config.theme;
  const agentName = config.agentName ?? boot.inbox.agentName;
  let scheme: Scheme = line.connect.scheme;
  let panel: Promise<PanelHandle> | null = null;

  const language = chooseLanguage([config.locale, ...navigator.languages]);
  const words = loadTexts(language);
  document.documentElement.lang = language.locale;

  const load = (): Promise<PanelHandle> => {
    panel ??= Promise.all([import('./panel/start-panel.js'), words]).then(([{ startPanel }, texts]) =>
      startPanel({ boot, connect: line.connect, theme, agentName, post: line.post, launcher, texts }),
    );
    return panel;
  };
  const near = (): void => void load();
  const toggle = (byKeyboard: boolean): void => void load().then((ready) => ready.toggle(byKeyboard));
  const gated = config.requireConsent || boot.inbox.requireConsent;
  const comesBack = !gated && remembers(boot.inbox.id, boot.hostOrigin);
  const launcher =
    config.mode === 'prompt-input'
      ? (await import('./boot/prompt-line.js')).promptLineIn(document, {
          texts: await words,
          placeholder: config.placeholder ?? boot.inbox.placeholder ?? (await words).placeholder,
          maxLength: LIMITS.textLength,
          hasHistory: comesBack,
          onAsk: (text) => void load().then((ready) => ready.ask(text)),
          onOpen: toggle,
          onNear: near,
        })
      : launcherIn(document, toggle, near);
  const paint = (): void => {
    const { tokens, changes } = resolveTheme(theme, scheme, agentName);
    applyTheme(document.documentElement, tokens);
    launcher.paint(tokens);
    // A saved theme is the business's; the page's developer can't help what is in it.
    if (config.theme && (boot.inbox.theme || changes.length > 0))
      void import('./theme/report-changes.js').then(({ reportChanges, reportIgnored }) =>
        boot.inbox.theme
          ? reportIgnored()
          : reportChanges(changes, (message) => {
              line.post({ t: 'event', name: 'error', detail: { code: 'config_invalid', message } });
            }),
      );
  };

  void words.then(launcher.speak);

  document.body.dataset.side = config.position;
  if (config.mode === 'embedded') document.body.classList.add('embedded');
  paint();
  line.listen((message) => {
    if (message.t === 'scheme') {
      scheme = message.scheme;
      paint();
    }
    // A page that only tells its size or its colours has not asked for anything yet.
    if (panel || (message.t !== 'scheme' && message.t !== 'viewport' && message.t !== 'bye')) {
      void load().then((ready) => ready.handle(message));
    }
  });
  line.post({ t: 'ready' });
  line.post({ t: 'event', name: 'ready', detail: { version: boot.version } });

  if (config.mode === 'embedded' || comesBack) void load();
}
