/** Loads the panel's code and starts the panel, once. */
import type { AppliedTheme, BootDocument, HostMessage } from '@service/protocol';
import { CATALOGUES, type Choice } from '../i18n/load-catalogue.js';
import type { PanelHandle } from '../panel/model.js';
import type { HostChannel } from './frame-handshake.js';
import type { Opener } from './opener/opener.js';

export interface PanelLoader {
  /** Loads and starts the panel, as soon as it is enabled. After a failure the next call tries again. */
  load(): Promise<PanelHandle>;
  /** Null until the panel was asked for. */
  started(): Promise<PanelHandle> | null;
  /** The page is connected. */
  enable(start: () => Promise<PanelHandle>): void;
}

export function createPanelLoader(): PanelLoader {
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

export const importPanel = () => import('../panel/panel-controller.js');

/** From the page, before the panel was needed. */
export interface EarlyMessages {
  /** The page answers identity requests for its visitor. */
  identified: boolean;
  /** Of each kind the last one. */
  readonly latest: Map<HostMessage['t'], HostMessage>;
}

export interface StartOptions {
  readonly boot: BootDocument;
  readonly channel: HostChannel;
  readonly opener: Opener | null;
  readonly language: Choice;
  readonly early: EarlyMessages;
  theme(): AppliedTheme | Promise<AppliedTheme>;
}

/** Rejects when the code can't be loaded. */
export function startPanel(options: StartOptions): Promise<PanelHandle> {
  const { boot, channel, opener, language, theme, early } = options;
  const { connect, post } = channel;
  const asksConsent = connect.config.requireConsent || boot.inbox.requireConsent;
  const consent = asksConsent ? import('../panel/consent/consent.js') : null;
  // Awaited below, where a failure is handled.
  consent?.catch(() => undefined);
  const welcomes = boot.inbox.welcomes ? import('../panel/client/page-path.js') : null;
  welcomes?.catch(() => undefined);
  const panel = importPanel().then(async ({ startPanel, loadTexts }) => {
    const consentChunk = await consent;
    const context = {
      boot: consentChunk ? await consentChunk.withWordings(boot) : boot,
      connect,
      theme: await theme(),
      agentName: connect.config.agentName ?? boot.inbox.agentName,
      post,
      opener,
      welcomes: await welcomes,
      texts: await loadTexts(language, boot.inbox),
      identified: early.identified,
    };
    return startPanel(context, consentChunk);
  });
  // Starts this download now, not after the panel, which handles its failure.
  CATALOGUES[language.language]().catch(() => undefined);
  return panel;
}
