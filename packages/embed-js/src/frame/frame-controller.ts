/**
 * Runs one chat on the page from when its frame has loaded until `detach`: takes over the existing frame, and does everything
 * that an open chat needs. `detach` stops what it starts on the page: add each stop function to `#ends`.
 *
 * Loaded after the launcher is shown, so that no page waits for it.
 */
import {
  type AnyTool,
  CALL_INVALID,
  COLOR_SCHEMES,
  type ColorScheme,
  type FrameMessage,
  type GetIdentityToken,
  type HostMessage,
  isRecord,
  LINK_ERRORS,
  type LinkErrorCode,
  type WidgetEvents,
} from '@service/protocol';
import { type FocusTracker, trackFocus } from '../host/focus.js';
import { type FollowedScheme, followColorScheme } from '../host/follow-color-scheme.js';
import { LazyClientTools, type LoadClientToolHost } from '../host/lazy-client-tools.js';
import { createTitleBadge, type TitleBadge } from '../host/unread-title.js';
import type { PlainFields, StartConfig } from '../widget/configuration.js';
import { type CommandQueue, createCommandQueue } from './command-queue.js';
import { showFrame } from './frame-element.js';
import { type Handshake, startHandshake } from './handshake.js';
import { IdentityBridge } from './identity-bridge.js';
import { createFrameLayout, type FrameLayout } from './layout/frame-layout.js';
import type { PendingFrame } from './pending-frame.js';
import { keepInBody } from './reattach.js';

export interface FrameControllerOptions extends PendingFrame {
  readonly config: StartConfig;
  readonly onReady: () => void;
  readonly onEvent: (event: Extract<FrameMessage, { t: 'event' }>) => void;
  /** A command was dropped, because the queue was full. */
  readonly onDropped: () => void;
  readonly onError: (error: WidgetEvents['error']) => void;
  /** The chat was removed (`frame_unstable`, `protocol_unsupported`); called before `onError`. */
  readonly onEnd: () => void;
}

/** Problems of the page are reported to `onError`; nothing is thrown. */
export class FrameController {
  readonly #options: FrameControllerOptions;
  readonly #ends: (() => void)[] = [];
  readonly #title: TitleBadge = createTitleBadge(document);
  readonly #focus: FocusTracker;
  readonly #layout: FrameLayout;
  readonly #scheme: FollowedScheme;
  readonly #tools: LazyClientTools;
  readonly #identity: IdentityBridge;
  readonly #handshake: Handshake;
  readonly #queue: CommandQueue;
  /** The latest values, so that a frame that reloads gets what the page has set since. */
  #given: PlainFields;
  #ready = false;
  #attached = true;
  #reported: (report: unknown) => void = () => undefined;

  constructor(loadTools: LoadClientToolHost, options: FrameControllerOptions) {
    this.#options = options;
    const { frame, config, onError } = options;
    const { tools, ...given } = config.given;
    this.#given = given;
    const post = (message: HostMessage): void => this.#handshake.post(message);
    const command = (message: HostMessage): void => this.command(message);
    this.#focus = trackFocus(frame);
    this.#layout = createFrameLayout(options, config, () => post({ t: 'viewport', viewport: this.#layout.viewport() }));
    this.#scheme = followColorScheme(config.colorScheme, (scheme) => post({ t: 'scheme', scheme }));
    this.#identity = new IdentityBridge(post, command);
    this.#tools = new LazyClientTools({
      load: loadTools,
      tools: new Set(tools as Iterable<AnyTool> | undefined),
      instructions: () => this.#given.instructions,
      post: (say) => post({ t: 'tool', say }),
      postWhenReady: (say) => command({ t: 'tool', say }),
      onInvalid: (message) => onError({ code: 'config_invalid', message }),
      onUnloaded: () => this.#fail('script_refused', `Policy needed: script-src ${config.baseUrl}`),
    });
    this.#handshake = this.#connect();
    this.#queue = createCommandQueue(this.#handshake.post);
    this.#takeOver();
    this.#ends.push(this.#title.stop, this.#focus.stop, this.#layout.stop, this.#scheme.stop, () => this.#tools.end());
    if (config.containerId === null) this.#keepInBody();
    this.#tools.expose();
  }

  isReady(): boolean {
    return this.#ready;
  }

  command(command: HostMessage): void {
    // A visitor who has clicked a button of the page wants to write; a page that opens the chat by itself must not take the
    // focus. Only the page's own document knows of the click.
    const opens = command.t === 'open' || command.t === 'toggle';
    const sent = opens && navigator.userActivation?.isActive ? { ...command, byVisitor: true as const } : command;
    if (!this.#queue.push(sent)) this.#options.onDropped();
  }

  /** Sets the page's user or questions, also for a frame that reloads. */
  update(news: { readonly user: unknown } | { readonly questions: unknown }): void {
    // Arguments are checked here and not in the loader, which every page loads.
    if ('user' in news) {
      if (!isRecord(news.user)) return this.#refuse('updateContext', 'an object');
      this.#given = { ...this.#given, user: { ...(this.#given.user as PlainFields), ...news.user } };
    } else {
      if (!Array.isArray(news.questions)) return this.#refuse('setQuestions', 'an array of strings');
      this.#given = { ...this.#given, ...news };
    }
    // Plain data, not validated: the frame takes the valid fields.
    this.command({ t: 'user' in news ? 'context' : 'questions', ...news } as HostMessage);
  }

  /** Offers a client tool, or withdraws it. */
  setTool(tool: AnyTool, gone?: true): void {
    this.#tools.set(tool, gone);
  }

  identify(getToken: GetIdentityToken): void {
    if (typeof getToken !== 'function') return this.#refuse('identify', 'a function');
    this.#identity.identify(getToken);
  }

  logout(): void {
    const { user: _theirs, ...rest } = this.#given;
    this.#given = rest;
    this.#identity.logout(this.#ready);
  }

  updateColorScheme(choice?: ColorScheme): void {
    if (choice !== undefined && !COLOR_SCHEMES.includes(choice))
      return this.#refuse('updateColorScheme', `one of ${COLOR_SCHEMES.join(', ')}`);
    this.#scheme.set(choice);
  }

  /** Asks the frame for its state. The answer is not validated, and may never come. */
  inspect(): Promise<unknown> {
    return new Promise((resolve) => {
      this.#reported = resolve;
      this.#handshake.post({ t: 'diagnose' });
    });
  }

  detach(): void {
    if (!this.#attached) return;
    this.#attached = false;
    this.#handshake.post({ t: 'bye' });
    this.#handshake.close();
    for (const end of this.#ends) end();
    this.#options.holder.remove();
  }

  #connect(): Handshake {
    const { frame, mount, config } = this.#options;
    const { inboxId, baseUrl, mode, position } = config;
    return startHandshake({
      page: window,
      peer: () => frame.contentWindow,
      origin: baseUrl,
      greeting: () => ({
        // Invalid values are passed on unchanged, so that the frame can report them.
        config: { inboxId, mode, position, locale: pageLanguage(mount), ...this.#given },
        scheme: this.#scheme.current(),
        viewport: this.#layout.viewport(),
        identity: this.#identity.isKnown,
        tools: !this.#tools.isEmpty,
      }),
      onConnected: () => {
        this.#identity.connected();
        showFrame(frame, true);
      },
      onLost: () => this.#lost(),
      onMessage: (message) => this.#receive(message),
      onError: (code, more) => {
        if (code !== 'frame_unreachable') this.#giveUp(code, more);
        else this.#fail(code, `Page: ${window.origin}. Inbox: ${inboxId}. Policy needed: frame-src ${baseUrl}`);
      },
    });
  }

  /** The frame exists since `init`: handles first what has happened in it. */
  #takeOver(): void {
    const { frame, hello, loaded } = this.#options;
    const { frameLoaded, frameAttached, receive } = this.#handshake;
    frameAttached();
    // After the page's earlier calls, so that the connect message includes them.
    if (hello) queueMicrotask(() => this.#attached && receive(hello));
    else showFrame(frame, false);
    if (loaded) frameLoaded();
    frame.addEventListener('load', frameLoaded);
    this.#ends.push(() => frame.removeEventListener('load', frameLoaded));
  }

  /** In a container of its own the page decides whether the frame stays; in the body, routers may replace the body. */
  #keepInBody(): void {
    const { frame, holder } = this.#options;
    const place = (body: HTMLElement): void => {
      this.#layout.update();
      this.#handshake.frameAttached();
      body.append(holder);
      // Only now its container's height is known.
      this.#layout.update();
    };
    const why = 'The page removed it again and again. Call destroy() to remove it for good.';
    this.#ends.push(keepInBody(frame, place, () => this.#giveUp('frame_unstable', why)));
  }

  #lost(): void {
    this.#ready = false;
    this.#identity.lost();
    this.#tools.frameLost();
    this.#queue.pause();
    // Any document may be in the frame now: hide it. Also called by `detach`: the launcher's shape ends the scroll lock.
    this.#layout.update('launcher');
    showFrame(this.#options.frame, false);
  }

  #receive(message: FrameMessage): void {
    switch (message.t) {
      case 'ready':
        if (this.#ready) return;
        this.#ready = true;
        this.#identity.ready();
        this.#queue.resume();
        this.#options.onReady();
        return;
      case 'shape':
        this.#layout.update(message.shape);
        return;
      case 'blur':
        this.#focus.restore();
        return;
      case 'tool':
        this.#tools.receive(message.say);
        return;
      case 'identity':
        void this.#identity.answer(message.nonce);
        return;
      case 'diagnosis':
        this.#reported(message.report);
        return;
      case 'event':
        if (message.name === 'unread') this.#title.unread(message.detail.count);
        this.#options.onEvent(message);
    }
  }

  #refuse(call: string, expected: string): void {
    this.#options.onError({ code: 'call_invalid', message: `${CALL_INVALID} ${call}(): pass ${expected}.` });
  }

  #fail(code: LinkErrorCode, more = ''): void {
    this.#options.onError({ code, message: `${LINK_ERRORS[code]} ${more}`.trim() });
  }

  #giveUp(code: LinkErrorCode, more?: string): void {
    this.detach();
    this.#options.onEnd();
    this.#fail(code, more);
  }
}

/** The language of the page around the chat; `lang` may also be empty, or anything. */
function pageLanguage(mount: HTMLElement): string | null {
  return mount.closest('[lang]')?.getAttribute('lang') || null;
}
