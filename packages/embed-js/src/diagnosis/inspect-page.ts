/**
 * Collects the evidence of what may prevent the chat from running. Makes the frame of a chat at rest, asks the server once, and
 * if the chat's own frame doesn't answer, inserts a hidden one for a moment. Nothing else on the page is touched, and nothing is
 * stored.
 */
import { readFrameReport } from '@service/protocol';
import type { FrameController } from '../frame/frame-controller.js';
import { pageOrigin } from '../host/page-origin.js';
import type { StartConfig } from '../widget/configuration.js';
import { askServer, TIMEOUT_MS, within } from './ask-server.js';
import type { ChatEvidence, PageEvidence } from './page-evidence.js';

/** Injected and not imported: every page has these already, and a bundler puts code that two parts share into a third file. */
export interface PageInspector {
  /** Address of the loader on a chat server: a policy that allows this path allows the question too. */
  readonly scriptUrl: (baseUrl: string) => string;
  /** Version of this very script. */
  readonly version: string;
  /** A frame as the chat's own, not yet in the page. */
  readonly frameFor: (config: StartConfig) => HTMLIFrameElement;
  /** Whether a message is the hello of the frame's document. */
  readonly isHello: (data: unknown) => boolean;
}

/** The chat on the page. */
export interface DiagnosedChat {
  readonly config: StartConfig;
  /** Null until it has loaded. */
  readonly controller: Pick<FrameController, 'isReady' | 'inspect'> | null;
  /** Makes the frame of a chat at rest. */
  readonly makeFrame: () => void;
}

const WAKE_STEP_MS = 50;
/** A refused frame fires `load` too, and the report of the violation comes a moment later. */
const AFTER_REFUSAL_MS = 300;

export async function inspectPage(
  chat: DiagnosedChat | null,
  errors: Readonly<Record<string, string>>,
  inspector: PageInspector,
  forCustomUi: boolean,
): Promise<PageEvidence> {
  const blocked: SecurityPolicyViolationEvent[] = [];
  const onBlocked = (event: SecurityPolicyViolationEvent): void => void blocked.push(event);
  document.addEventListener('securitypolicyviolation', onBlocked);
  try {
    if (chat && !chat.controller) await wake(chat, errors);
    const evidence = chat && (await inspectChat(chat, inspector, forCustomUi, blocked));
    return {
      origin: pageOrigin(),
      outer: outerSite(),
      online: navigator.onLine,
      now: Date.now(),
      script: inspector.version,
      errors: { ...errors },
      chat: evidence,
    };
  } finally {
    document.removeEventListener('securitypolicyviolation', onBlocked);
  }
}

/** Of the windows around this one, the first that has another origin. */
function outerSite(): string | null {
  // Not by a name that a page may use for a variable of its own. Firefox has no `ancestorOrigins`.
  const { ancestorOrigins } = location as { readonly ancestorOrigins?: ArrayLike<string> };
  if (ancestorOrigins) return Array.from(ancestorOrigins).find((origin) => origin !== location.origin) ?? null;
  try {
    return window.top?.location.origin === location.origin ? null : 'another site';
  } catch {
    return 'another site';
  }
}

/** A chat at rest has no frame that could be inspected. Resolves when it is ready, or has reported why not. */
async function wake(chat: DiagnosedChat, errors: Readonly<Record<string, string>>): Promise<void> {
  chat.makeFrame();
  const end = Date.now() + TIMEOUT_MS;
  const isKnown = (): boolean =>
    !!chat.controller?.isReady() || 'frame_unreachable' in errors || 'script_refused' in errors;
  while (!isKnown() && Date.now() < end) await new Promise((later) => setTimeout(later, WAKE_STEP_MS));
}

async function inspectChat(
  { config, controller }: DiagnosedChat,
  { scriptUrl, frameFor, isHello }: PageInspector,
  forCustomUi: boolean,
  blocked: readonly SecurityPolicyViolationEvent[],
): Promise<ChatEvidence> {
  const { baseUrl, inboxId, containerId } = config;
  const ready = controller?.isReady() ?? false;
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
    // A server that has answered is there. A second request is a connection, and would violate a policy that forbids them.
    report.then((found) => (found && !forCustomUi ? true : answers(baseUrl))),
    ready ? null : probe(frameFor(config), baseUrl, isHello, () => refused('frame-src', 'child-src')),
    ready && controller ? within(controller.inspect(), null).then(readFrameReport) : null,
  ]);
  if (!server || !reaches) await new Promise((later) => setTimeout(later, AFTER_REFUSAL_MS));
  const connectBlocked = !reaches && refused('connect-src');
  const scriptBlocked = !server && refused('script-src', 'script-src-elem');
  /** The script was blocked, so the server's answer isn't known. */
  const unknown = scriptBlocked && (reaches || connectBlocked);
  return {
    baseUrl,
    inboxId,
    containerId: typeof containerId === 'string' ? containerId : null,
    ready,
    place: own ? { width: own.offsetWidth, height: own.offsetHeight } : null,
    server: server ?? (unknown ? 'blocked' : reaches ? 'answers otherwise' : 'silent'),
    connectBlocked,
    probe: probed,
    frame,
  };
}

/** Whether anything answers there. The response is not read. */
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
): Promise<'blocked' | 'hello' | 'silent'> {
  frame.style.setProperty('position', 'fixed', 'important');
  return new Promise((resolve) => {
    const end = (outcome?: 'hello'): void => {
      window.removeEventListener('message', onMessage);
      frame.remove();
      resolve(outcome ?? (refused() ? 'blocked' : 'silent'));
    };
    const onMessage = ({ source, origin, data }: MessageEvent): void => {
      if (source === frame.contentWindow && origin === baseUrl && isHello(data)) end('hello');
    };
    window.addEventListener('message', onMessage);
    frame.addEventListener('load', () => setTimeout(end, AFTER_REFUSAL_MS));
    setTimeout(end, TIMEOUT_MS);
    (document.body ?? document.documentElement).append(frame);
  });
}
