/** Opens the workspace beside a server that already answers. It has two thirds of the server's code, so it is loaded then. */
import { countRefusals, type JoinedInboxes, systemClock } from '@service/realtime-server';
import { openWorkspace, type Workspace } from '@service/workspace';
import type { Logger } from 'pino';
import type { Answerers } from '../answering/open-answerers.js';
import type { Config } from '../config.js';
import type { Storage } from '../storage/storage.js';
import { chatUrl, previewUrl } from '../two-origins.js';
import { openAnswering } from './answering.js';
import { inboxFacts } from './inbox-facts.js';
import { pastQuestions } from './past-questions.js';

/** A topic of the bus besides those of conversations. No conversation has this id. */
const INBOXES_TOPIC = 'inboxes';

export interface StartParts {
  readonly config: Config;
  /** How browsers reach the console. */
  readonly publicUrl: string;
  readonly joined: JoinedInboxes;
  readonly storage: Storage;
  readonly answerers: Answerers;
  readonly log: Logger;
  /** The workspace can store nothing any more. */
  readonly onBroken: () => void;
}

export function startWorkspace({
  config,
  publicUrl,
  joined: { inboxes, apply },
  storage: { store, bus, diskRoom },
  answerers,
  log,
  onBroken,
}: StartParts): Promise<Workspace> {
  const { dataDir, databaseUrl, masterKey, smtpUrl, mailFrom, mailBounces, mailTracking } = config;
  const { approval, organizationsBy, mcpOrigins } = config;
  return openWorkspace({
    chatUrl: chatUrl(config) ?? publicUrl,
    previewUrl: previewUrl(config, publicUrl),
    served: {
      apply,
      announce: () => bus.publish(INBOXES_TOPIC, { kind: 'inboxes' }),
      onAnnounced: (listener) => void bus.subscribe(INBOXES_TOPIC, ({ kind }) => kind === 'inboxes' && listener()),
    },
    ...{ dataDir, databaseUrl, masterKey, smtpUrl, mailBounces, mailTracking, publicUrl },
    ...{ approval, organizationsBy, mcpOrigins },
    mailFrom: mailFrom ?? `no-reply@${new URL(publicUrl).hostname}`,
    now: systemClock.now,
    // All that the workspace waits for is looked at again and again.
    after(ms, run) {
      const timer = setTimeout(run, systemClock.untilMark(ms));
      timer.unref();
      return () => clearTimeout(timer);
    },
    inboxes: inboxFacts(inboxes, store, config),
    knowledge: answerers.work.parts,
    answering: openAnswering(answerers, systemClock, log),
    pastQuestions: pastQuestions(store),
    // The writer of the conversations, and the disk that they are on.
    canStore: async () => diskRoom?.() !== 'no-messages' && (await store.ping().then(() => true)),
    log: (level, message, more) => log[level]({ ...more }, message),
    onWrongKey: wrongKeyLog(log),
    onBroken,
  });
}

/** The address is in the line so that a firewall can act on it; beyond the first ones of a while, the lines only count. */
function wrongKeyLog(log: Logger): (address: string) => void {
  const count = countRefusals<string>(systemClock, (wrong) =>
    log.warn({ code: 'wrong_key', addresses: wrong }, 'wrong keys of an organization were sent'),
  );
  return count;
}
