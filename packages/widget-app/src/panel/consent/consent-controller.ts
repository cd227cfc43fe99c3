/** The visitor's consent: asks for it, stores it in this browser, and withdraws it here and in other tabs. */
import { clearStoredSession } from '@service/embed-headless/frame';
import { type ConsentGrant, offeredConsent } from '@service/protocol';
import { storeDraft } from '../../composer/draft-storage.js';
import { importWithRetry } from '../../ui/import-with-retry.js';
import { storeSoundSetting } from '../../ui/sound-setting.js';
import type { ClientLoader, Visitor } from '../client/client-loader.js';
import type { PanelContext } from '../model.js';
import { mayConnect } from '../state.js';
import type { PanelStore } from '../store.js';
import { clearAcceptedConsent, onConsentCleared, readAcceptedConsent, storeAcceptedConsent } from './consent-marker.js';

export interface ConsentAtStart {
  /** This chat asks for consent. */
  readonly required: boolean;
  /** Agreed to on an earlier visit: the record must name that very wording. */
  readonly grant: ConsentGrant | null;
  /** The visitor must agree before anything else. */
  readonly gated: boolean;
}

export function consentAtStart({ boot, connect }: PanelContext): ConsentAtStart {
  const required = connect.config.requireConsent || boot.inbox.requireConsent;
  const grant = required ? readAcceptedConsent(boot.inbox) : null;
  return { required, grant, gated: required && !grant };
}

export interface ConsentController {
  grant(): ConsentGrant | null;
  answer(granted: boolean): void;
  withdraw(): void;
  /** Shows the gate again if the server no longer has a consent: withdrawn elsewhere, or the wording has changed. */
  checkConsent(consentNeeded: boolean): void;
}

interface ConsentDeps {
  readonly context: PanelContext;
  readonly atStart: ConsentAtStart;
  readonly store: PanelStore;
  readonly visitor: Visitor;
  loader(): ClientLoader;
}

export function createConsentController({ context, atStart, store, visitor, loader }: ConsentDeps): ConsentController {
  const { boot, post, texts, opener } = context;
  const { inbox, hostOrigin } = boot;
  let { grant } = atStart;
  /** The visitor clicked here, and not in another tab. */
  let withdrawing = false;

  const showGate = (): void => {
    loader().discard();
    grant = null;
    clearAcceptedConsent(inbox);
    storeDraft(inbox.id, '');
    post({ t: 'open-marker', stores: false });
    opener?.setUnread(0);
    store.dispatch({ type: 'gate', withdrawn: withdrawing });
    withdrawing = false;
    post({ t: 'event', name: 'consent', detail: { granted: false } });
  };
  // Without a network this tab would not learn from the server that another one withdrew.
  onConsentCleared(inbox, () => {
    if (atStart.required && mayConnect(store.getState())) showGate();
  });
  return {
    grant: () => grant,
    answer(granted) {
      if (granted) grant = offeredConsent(inbox, texts.language);
      store.dispatch({ type: 'consent', granted });
      post({ t: 'event', name: 'consent', detail: { granted } });
      if (!granted || !grant) return;
      if (!boot.preview) storeAcceptedConsent(inbox, grant);
      loader().storeUnsent();
      if (!visitor.identified) storeDraft(inbox.id, store.getState().draft);
      // Sends what the page sent before the visitor agreed, once.
      loader().connect();
    },
    withdraw() {
      withdrawing = true;
      storeSoundSetting(inbox.id, true);
      const client = loader().current();
      // The client removes everything first and then reports that a consent is needed.
      if (client?.getState().connection === 'connected') return client.withdrawConsent();
      // Offline: takes effect here at once, and the server learns of it when it can be reached.
      const token = clearStoredSession(inbox.id, hostOrigin, loader().ports());
      showGate();
      if (token !== null) reportWithdrawal({ inboxId: inbox.id, baseUrl: location.origin, hostOrigin }, token);
    },
    checkConsent(consentNeeded) {
      if (consentNeeded && atStart.required) showGate();
    },
  };
}

function reportWithdrawal(session: { inboxId: string; baseUrl: string; hostOrigin: string }, token: string): void {
  const ignore = (): void => undefined;
  void importWithRetry(() => import('../live.js'), ignore).then(({ reportWithdrawal }) =>
    reportWithdrawal(session, token),
  );
}
