/**
 * Looks at the page for what may keep its chat from running. Asks the server once, and where there is no answer from the
 * chat's own frame, puts one up out of sight for a moment; nothing else on the page is touched, and nothing is kept.
 */
import { readFrameReport, readServerReport, type ServerReport, serverReportQuery } from '@service/protocol';
import type { Attachment } from '../attachment.js';
import type { StartConfig } from '../start-config.js';
import type { ChatEvidence, Evidence } from './evidence.js';

/**
 * What the looking is done with. Handed in, and not imported: every page has these already, and code that two parts share
 * would become a third file for every page of a bundler's.
 */
export interface Means {
  /** Where the loader is on a chat server: a policy which allows that one path allows the question too. */
  readonly scriptUrl: (baseUrl: string) => string;
  /** Version of this very script. */
  readonly version: string;
  /** A frame as the chat's own, not yet in the page. */
  readonly frameFor: (config: StartConfig) => HTMLIFrameElement;
  /** Whether a message is what our document says when it has come. */
  readonly isHello: (data: unknown) => boolean;
}

/** The chat on the page. */
export interface Subject {
  readonly config: StartConfig;
  /** Null as long as it has not arrived. */
  readonly attachment: Pick<Attachment, 'isReady' | 'inspect'> | null;
}

/** Nothing that works takes so long; what doesn't answer is then taken for silent. */
const PATIENCE_MS = 5_000;
/** A refused frame has loaded too, and the word that something was refused comes a moment after the refusal. */
const AFTER_REFUSAL_MS = 300;

export async function look(
  subject: Subject | null,
  said: Readonly<Record<string, string>>,
  means: Means,
  forOwnScreen: boolean,
): Promise<Evidence> {
  const blocked: SecurityPolicyViolationEvent[] = [];
  const onBlocked = (event: SecurityPolicyViolationEvent): void => void blocked.push(event);
  document.addEventListener('securitypolicyviolation', onBlocked);
  try {
    const chat = subject && (await lookAt(subject, means, forOwnScreen, blocked));
    return {
      origin: window.origin,
      online: navigator.onLine,
      now: Date.now(),
      script: means.version,
      said: { ...said },
      chat,
    };
  } finally {
    document.removeEventListener('securitypolicyviolation', onBlocked);
  }
}

async function lookAt(
  { config, attachment }: Subject,
  { scriptUrl, frameFor, isHello }: Means,
  forOwnScreen: boolean,
  blocked: readonly SecurityPolicyViolationEvent[],
): Promise<ChatEvidence> {
  const { baseUrl, inboxId, containerId } = config;
  const ready = attachment?.isReady() ?? false;
  const refused = (...directives: readonly string[]): boolean =>
    blocked.some(
      ({ effectiveDirective, blockedURI }) => directives.includes(effectiveDirective) && blockedURI.startsWith(baseUrl),
    );
  const own = [...document.querySelectorAll('iframe')].find(({ src }) =>
    src.startsWith(`${baseUrl}/widget/${inboxId}?`),
  );
  const report = askServer(scriptUrl(baseUrl), inboxId);
  const [server, reaches, probed, frame] = await Promise.all([
    report,
    // Whoever has answered is there. To ask once more would tell of connections, and break the policy that forbids them.
    report.then((found) => (found && !forOwnScreen ? true : answers(baseUrl))),
    ready ? null : probe(frameFor(config), baseUrl, isHello, () => refused('frame-src', 'child-src')),
    ready && attachment ? within(attachment.inspect(), null).then(readFrameReport) : null,
  ]);
  if (!server || !reaches) await new Promise((later) => setTimeout(later, AFTER_REFUSAL_MS));
  const connectBlocked = !reaches && refused('connect-src');
  const scriptBlocked = !server && refused('script-src', 'script-src-elem');
  /** The script was refused, so what answers can't be known; nor whether anything does, without a connection. */
  const unknown = scriptBlocked && (reaches || connectBlocked);
  return {
    baseUrl,
    inboxId,
    containerId,
    ready,
    place: own ? { width: own.offsetWidth, height: own.offsetHeight } : null,
    server: server ?? (unknown ? 'blocked' : reaches ? 'answers otherwise' : 'silent'),
    connectBlocked,
    probe: probed,
    frame,
  };
}

/** The answer comes as a script: see server-report.ts. A fresh address each time, because browsers keep failures. */
async function askServer(script: string, inboxId: string): Promise<ServerReport | null> {
  const address = script + serverReportQuery(inboxId, crypto.randomUUID());
  const answer = import(/* @vite-ignore */ /* webpackIgnore: true */ address) as Promise<{ default?: unknown }>;
  return within(
    answer.then((module) => readServerReport(module.default)),
    null,
  );
}

/** Whether anything at all answers there; what, stays unread. */
async function answers(baseUrl: string): Promise<boolean> {
  const asked = fetch(`${baseUrl}/embed/manifest.json`, { mode: 'no-cors', cache: 'no-store', credentials: 'omit' });
  return within(
    asked.then(() => true),
    false,
  );
}

function probe(
  frame: HTMLIFrameElement,
  baseUrl: string,
  isHello: (data: unknown) => boolean,
  refused: () => boolean,
): Promise<'blocked' | 'said hello' | 'silent'> {
  frame.style.setProperty('position', 'fixed', 'important');
  return new Promise((resolve) => {
    const end = (outcome?: 'said hello'): void => {
      window.removeEventListener('message', hear);
      frame.remove();
      resolve(outcome ?? (refused() ? 'blocked' : 'silent'));
    };
    const hear = ({ source, origin, data }: MessageEvent): void => {
      if (source === frame.contentWindow && origin === baseUrl && isHello(data)) end('said hello');
    };
    window.addEventListener('message', hear);
    frame.addEventListener('load', () => setTimeout(end, AFTER_REFUSAL_MS));
    setTimeout(end, PATIENCE_MS);
    (document.body ?? document.documentElement).append(frame);
  });
}

/** `otherwise` when it fails, or takes longer than anything that works. */
function within<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  return Promise.race([
    answer.catch(() => otherwise),
    new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), PATIENCE_MS)),
  ]);
}
