/**
 * The first script in the frame, and as small as it can be: shakes hands with the page, shows the launcher, and loads the
 * rest when somebody comes near, the page says something, or there is a conversation to come back to.
 */

import { remembers } from '@service/embed-headless/core';
import { type BootDocument, resolveTheme, type Scheme } from '@service/protocol';
import './boot.css';
import { shakeHands } from './boot/frame-handshake.js';
import { launcherIn } from './boot/launcher.js';
import type { PanelHandle } from './panel/start-panel.js';
import { en } from './texts/en.js';
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

  const load = (): Promise<PanelHandle> => {
    panel ??= import('./panel/start-panel.js').then(({ startPanel }) =>
      startPanel({ boot, connect: line.connect, theme, agentName, post: line.post, launcher }),
    );
    return panel;
  };
  const near = (): void => void load();
  const launcher = launcherIn(document, (byKeyboard) => void load().then((ready) => ready.toggle(byKeyboard)), near);
  const paint = (): void => {
    const { tokens } = resolveTheme(theme, scheme, agentName);
    applyTheme(document.documentElement, tokens);
    launcher.paint(tokens);
  };

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

  const gated = config.requireConsent || boot.inbox.requireConsent;
  if (config.mode === 'embedded' || (!gated && remembers(boot.inbox.id))) void load();
}
