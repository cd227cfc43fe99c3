/**
 * The chat of one widget: none, at rest with a launcher alone, or with its frame. Every failure is an `error` event and one
 * console line.
 */
import {
  type ColorScheme,
  type InboxScriptSettings,
  MESSAGE_LIMITS,
  SCRIPT_REFUSED,
  START_ERRORS,
  type StartErrorCode,
  type WidgetEvents,
} from '@service/protocol';
import type { Diagnose } from '../diagnosis/diagnose.js';
import type { FrameControllerOptions } from '../frame/controller-options.js';
import type { FrameController } from '../frame/frame-controller.js';
import { insertFrame, type PendingFrame } from '../frame/pending-frame.js';
import type { PageLauncher, PageLauncherOptions } from '../start/page-launcher.js';
import { removeUnreadMarker } from '../start/page-storage.js';
import type { StartConfig } from './configuration.js';
import type { Emitter } from './emitter.js';

/** What a chat loads. */
export interface ChatParts {
  /** Called when the frame is made, never before. */
  controller(): Promise<ControllerPart>;
  /** For the modes without a launcher. */
  inPage(): Promise<Pick<typeof import('../host/later/in-page.js'), 'startInPage'>>;
  /** Undefined where only the frame has the settings of the inbox, which is then made at once. */
  launcher(config: StartConfig): Promise<LauncherPart> | undefined;
}

export interface ControllerPart {
  createController(options: FrameControllerOptions): FrameController;
  /** Without settings. */
  loadLauncher(): Promise<LauncherPart>;
  readonly diagnose: Diagnose;
}

export interface LauncherPart {
  /** Undefined where the chat has ended meanwhile. */
  startLauncher(options: PageLauncherOptions): Promise<PageLauncher | undefined>;
  /** As in `PageLauncherOptions`. */
  readonly settings?: InboxScriptSettings | null;
}

/** Returns false where it has no effect. */
export type Call = (controller: FrameController) => unknown;

/** A chat that was started. */
export interface Started {
  readonly config: StartConfig;
  /** Of its end. */
  readonly signal: AbortSignal;
  readonly call: Chat['call'];
  /** Calls that wait for the controller. */
  readonly calls: Call[];
  controller: FrameController | null;
  /** Of the launcher. The controller has a call of its own. */
  readonly updateColorScheme: (choice?: ColorScheme) => void;
  /** Only the first call counts, and those after a part did not load: it is tried again at once. */
  readonly makeFrame: () => void;
  readonly end: Chat['end'];
  /** Set while a part did not load. Tries again at once. */
  again?: (event?: unknown) => void;
  /** Ends all waiting, and removes launcher and frame. */
  readonly leave: () => void;
}

export interface Chat {
  started: Started | null;
  /** What was reported since the page last tried to start a chat: the latest message of each code. */
  errors: Record<string, string>;
  readonly fail: (code: StartErrorCode | 'script_refused', more?: string) => void;
  readonly start: (config: StartConfig) => void;
  /** Runs the call now, or when the controller is there. `most`: so many may wait. False: it has no effect. */
  readonly call: (call: Call, most?: number) => boolean;
  /** `next`: what starts in its place. */
  readonly end: (next?: StartConfig) => void;
}

export function createChat(parts: ChatParts, events: Emitter): Chat {
  const report = (error: WidgetEvents['error']): void => {
    chat.errors[error.code] = error.message;
    console.warn(`[ServiceWidget] ${error.code}: ${error.message}`);
    events.emit('error', error);
  };
  const fail = (code: StartErrorCode | 'script_refused', more = ''): void =>
    report({ code, message: `${code === 'script_refused' ? SCRIPT_REFUSED : START_ERRORS[code]} ${more}`.trim() });
  const onDropped = (): void => fail('calls_dropped');
  const chat: Chat = {
    started: null,
    errors: {},
    fail,
    start: (config) => startChat(chat, config, parts, { ...events, onDropped, onError: report }),
    call(call, most = MESSAGE_LIMITS.outboxItems) {
      const { started } = chat;
      if (!started) fail('not_initialised');
      else if (started.controller) return call(started.controller) !== false;
      else if (started.calls.push(call) <= most) return !started.again;
      else {
        started.calls.pop();
        onDropped();
      }
      return false;
    },
    end(next) {
      const ended = chat.started;
      chat.started = null;
      ended?.leave();
      if (next) chat.start(next);
    },
  };
  return chat;
}

type Handlers = Pick<FrameControllerOptions, 'emit' | 'listeners' | 'onDropped' | 'onError'>;

function startChat(chat: Chat, config: StartConfig, parts: ChatParts, handlers: Handlers): void {
  const { inboxId, mode, containerId } = config;
  const ended = new AbortController();
  let launcher: PageLauncher | undefined;
  let loading: Promise<void> | undefined;
  let pending: PendingFrame | undefined;
  let wait = 1_000;
  const withMount = (run: (mount: HTMLElement) => void): void =>
    findMount(containerId, ended, run, () => {
      chat.end();
      chat.fail('container_missing', `containerId: "${containerId}".`);
    });
  const insert = async (mount: HTMLElement): Promise<void> => {
    if (pending) return;
    pending = insertFrame(config, mount, ended);
    try {
      const { createController } = await parts.controller();
      await loading;
      if (ended.signal.aborted) return;
      if (loading && !launcher) throw 0;
      delete started.again;
      started.controller = createController({ ...pending, ...handlers, ...started, launcher });
      for (const call of started.calls) call(started.controller);
    } catch {
      if (!started.again) chat.fail('script_refused', `Allow script-src ${config.baseUrl}`);
      wait *= 2;
      await new Promise((done) => {
        started.again = done;
        addEventListener('online', done, ended);
        setTimeout(done, wait);
      });
      // Its server is there, and the script is refused once more: the launcher would do nothing.
      if (pending.hello && wait > 2_000) return launcher?.end();
      pending.holder.remove();
      pending = undefined;
      (loading && !launcher ? drawLauncher : makeFrame)();
    }
  };
  const makeFrame = (): void => withMount(insert);
  const start = async ({ startLauncher, settings }: LauncherPart): Promise<void> => {
    launcher = await startLauncher({ ...started, settings });
  };
  const startFromFrame = async (): Promise<void> => {
    makeFrame();
    await start(await (await parts.controller()).loadLauncher());
  };
  const drawLauncher = (): void => {
    // While servers are updated, one of an earlier version may answer with something else. A frame reports why there is no launcher.
    loading = (parts.launcher(config)?.then(start).catch(startFromFrame) ?? startFromFrame()).catch(makeFrame);
  };
  const started: Started = {
    config,
    signal: ended.signal,
    ...{ call: chat.call, end: chat.end },
    calls: [],
    controller: null,
    makeFrame: () => (started.again?.(), makeFrame()),
    updateColorScheme: (choice) => void loading?.then(() => launcher?.updateColorScheme(choice)),
    leave() {
      removeUnreadMarker(inboxId);
      ended.abort();
      launcher?.end();
      started.controller?.detach();
      pending?.holder.remove();
    },
  };
  chat.started = started;
  if (mode !== 'chat-widget') withMount((mount) => startInPage(started, parts, mount, makeFrame));
  else containerId === null ? drawLauncher() : withMount(drawLauncher);
}

/** Without a launcher, the frame is made when it is near, or wanted. Where it is near, nothing is waited for. */
function startInPage(started: Started, parts: ChatParts, mount: HTMLElement, makeFrame: () => void): void {
  if (mount.getBoundingClientRect().top < 2 * innerHeight) makeFrame();
  parts.inPage().then(({ startInPage }) => startInPage({ ...started, mount }), makeFrame);
}

/** Runs `run` with the chat's element, at the latest when the page has been parsed. */
function findMount(
  id: StartConfig['containerId'],
  ended: AbortController,
  run: (mount: HTMLElement) => void,
  onMissing: () => void,
): void {
  if (ended.signal.aborted) return;
  // The id may contain any characters, so no selector.
  const mount = typeof id === 'string' ? document.getElementById(id) : (id ?? document.body);
  if (mount) run(mount);
  else if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => findMount(id, ended, run, onMissing), ended);
  else onMissing();
}
