/**
 * Runs one chat on the page from when its frame is made, with which it is loaded, until `detach`. That stops what this starts on
 * the page: add each stop function to `#ends`.
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
  MESSAGE_LIMITS,
} from '@service/protocol';
import { type FocusTracker, trackFocus } from '../host/focus.js';
import { type FollowedScheme, followColorScheme } from '../host/follow-color-scheme.js';
import { frameTitle } from '../host/frame-title.js';
import { LazyClientTools } from '../host/later/lazy-client-tools.js';
import { LazyFrameRecovery } from '../host/later/lazy-frame-recovery.js';
import { LazyPageWatch } from '../host/later/lazy-page-watch.js';
import { pageLanguage } from '../host/page-language.js';
import { readUnreadMarker, wasOpen, writeUnreadMarker } from '../start/page-storage.js';
import type { PlainFields, StartConfig } from '../widget/configuration.js';
import { isSameConfig } from '../widget/same-config.js';
import { ANY_NUMBER, type CommandQueue, callWithoutText, createCommandQueue } from './command-queue.js';
import type { FrameControllerOptions, LaterParts } from './controller-options.js';
import { FrameEvents } from './frame-events.js';
import { type Handshake, startHandshake } from './handshake.js';
import { IdentityBridge } from './identity-bridge.js';
import { FrameLayout } from './layout/frame-layout.js';

/** Problems of the page are reported to `onError`; nothing is thrown. */
export class FrameController {
  readonly #options: FrameControllerOptions;
  readonly #ends: (() => void)[] = [];
  readonly #focus: FocusTracker;
  readonly #layout: FrameLayout;
  readonly #scheme: FollowedScheme;
  readonly #tools: LazyClientTools;
  readonly #pageWatch: LazyPageWatch;
  readonly #identity: IdentityBridge;
  readonly #recovery: LazyFrameRecovery;
  readonly #handshake: Handshake;
  readonly #events: FrameEvents;
  readonly #queue: CommandQueue;
  /** The latest values, so that a frame that reloads gets what the page has set since. */
  #given: PlainFields;
  #ready = false;
  #attached = true;
  #reported: (report: unknown) => void = () => undefined;

  constructor(later: LaterParts, options: FrameControllerOptions) {
    this.#options = options;
    const { frame, mount, config, onError } = options;
    const { tools, ...given } = config.given;
    frame.title = frameTitle(pageLanguage(given.locale, mount));
    this.#given = given;
    const post = (message: HostMessage): void => this.#handshake.post(message);
    const onUnloaded = (): void => this.#fail('script_refused', `Allow script-src ${config.baseUrl}`);
    // A launcher that the frame draws keeps the focus: otherwise Tab would start at the top of the page.
    this.#focus = trackFocus(frame, () => options.launcher?.focus());
    this.#layout = new FrameLayout({
      ...options,
      onViewport: () => post({ t: 'viewport', viewport: this.#layout.viewport() }),
      ...{ focus: this.#focus, load: later.pageWatch },
    });
    this.#scheme = followColorScheme(config.colorScheme, (scheme) => post({ t: 'scheme', scheme }));
    this.#identity = new IdentityBridge(post, (message) => this.command(message));
    this.#tools = new LazyClientTools({
      load: later.clientTools,
      tools: new Set(tools as Iterable<AnyTool> | undefined),
      instructions: () => this.#given.instructions,
      post: (say) => post({ t: 'tool', say }),
      postWhenReady: (say) => this.command({ t: 'tool', say }),
      onInvalid: (message) => onError({ code: 'config_invalid', message }),
      onUnloaded,
    });
    this.#pageWatch = new LazyPageWatch({
      load: later.pageWatch,
      onPage: (page) => post({ t: 'page', page }),
      ...{ onError, onUnloaded, putBack: (place) => this.#putBack(place) },
    });
    this.#recovery = new LazyFrameRecovery(later, options, onUnloaded, () => this.#handshake.frameAttached());
    this.#events = new FrameEvents(options, later.pageWatch);
    this.#handshake = this.#connect();
    this.#queue = createCommandQueue(this.#handshake.post);
    this.#takeOver();
    this.#ends.push(this.#events.stop, this.#focus.stop, this.#layout.stop, this.#scheme.stop, () => this.#tools.end());
    if (config.containerId === null) this.#keepInPage(later.inPage).catch(onUnloaded);
    this.#tools.expose();
    if (wasOpen(config.inboxId)) this.command({ t: 'open' });
  }

  isReady(): boolean {
    return this.#ready && !!this.#options.frame.contentWindow;
  }

  get wasReady(): boolean {
    return this.#events.wasReady;
  }

  /**
   * `byVisitor`: they have just clicked something of the page's, and want to write; a page that opens the chat by itself must
   * not take the focus. `most`: so many may wait. Returns false where what it opens is covered, or lost for now.
   */
  command(command: HostMessage, byVisitor = false, most?: number): unknown {
    const refused = callWithoutText(command);
    if (refused) return this.#refuse(refused, `a text of at most ${MESSAGE_LIMITS.textLength} characters`);
    const opens = command.t === 'open' || command.t === 'toggle';
    const sent = opens && byVisitor ? { ...command, byVisitor: true as const } : command;
    const isLost = opens && this.#recovery.retry();
    if (opens) this.#focus.opening(byVisitor ? 'visitor' : 'page');
    const push = (): void => {
      if (!this.#queue.push(sent, most)) this.#options.onDropped();
    };
    // The launcher can't be used before a modal dialog.
    return opens && !most ? this.#pageWatch.enterModal(this.#options.frame, push) && !isLost : push();
  }

  /** The visitor has used the page's launcher. */
  toggleByVisitor(byKeyboard: boolean): unknown {
    if (this.#layout.isOpen && (byKeyboard || !this.#layout.hasJustOpened())) return this.command({ t: 'close' });
    this.command({ t: 'open', ...(byKeyboard && { byKeyboard }) }, true, ANY_NUMBER);
    this.#focus.opening('launcher');
  }

  /** Sets the page's user or questions, also for a frame that reloads. */
  update(news: { readonly user?: unknown; readonly questions?: unknown }): void {
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

  /** The page has called `init` once more; null: with what starts no chat. */
  compare(config: StartConfig | null): void {
    if (!this.#options.frame.contentWindow) this.#options.end();
    else if (!isSameConfig(config, this.#options.config)) this.#fail('already_initialised');
    else this.#recovery.retry();
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
    const { frame, mount } = this.#options;
    const { inboxId, baseUrl, mode, position } = this.#options.config;
    return startHandshake({
      ...{ page: window, origin: baseUrl, peer: () => frame.contentWindow },
      greeting: () => ({
        // Invalid values are passed on unchanged, so that the frame can report them.
        config: { inboxId, mode, position, locale: pageLanguage(undefined, mount) || null, ...this.#given },
        scheme: this.#scheme.current(),
        viewport: this.#layout.viewport(),
        identity: this.#identity.isKnown,
        tools: !this.#tools.isEmpty,
        unread: readUnreadMarker(inboxId) !== null,
      }),
      onConnected: (hello) => {
        this.#recovery.found();
        this.#identity.connected();
        this.#layout.connected(hello.launcher);
      },
      isHeldBack: () => (document as { prerendering?: boolean }).prerendering || !frame.src.startsWith(baseUrl),
      ...{ onLost: () => this.#lost(), onMessage: (message) => this.#receive(message) },
      onUnreachable: (hasLoaded) => this.#recovery.failed(hasLoaded),
      onError: (code, more) => this.#giveUp(code, more),
    });
  }

  /** The frame has existed for a while: handles first what has happened in it. */
  #takeOver(): void {
    const { frame, hello, loaded } = this.#options;
    const { frameLoaded, frameAttached, receive } = this.#handshake;
    frameAttached();
    // After the page's earlier calls, so that the connect message includes them.
    if (hello) queueMicrotask(() => this.#attached && receive(hello));
    if (loaded) frameLoaded();
    frame.addEventListener('load', frameLoaded);
    this.#ends.push(() => frame.removeEventListener('load', frameLoaded), this.#recovery.found);
    this.#pageWatch.followFrame(frame, receive);
  }

  /** In a container of its own the page decides whether the frame stays; without, routers may remove it: it begins anew. */
  async #keepInPage(load: LaterParts['inPage']): Promise<void> {
    const { frame, holder, config, launcher = await load(), end } = this.#options;
    const home = config.mode === 'chat-widget' ? () => document.documentElement : () => document.body;
    const place = (): void => this.#putBack(() => home().append(holder));
    const onLost = (isErased: boolean): void => (isErased ? end(config) : this.#giveUp('frame_unstable'));
    if (this.#attached) this.#ends.push(launcher.keep(frame, place, onLost));
  }

  /** The page has removed the frame, perhaps with what it was in. */
  #putBack(place: () => void): void {
    const { isOpen } = this.#layout;
    this.#layout.update();
    this.#handshake.frameAttached();
    place();
    if (isOpen) this.command({ t: 'open' });
  }

  #lost(): void {
    this.#ready = false;
    this.#pageWatch.stop();
    this.#identity.lost();
    this.#tools.frameLost();
    this.#queue.pause();
    // Any document may be in the frame now: hide it. Also called by `detach`: the launcher's shape ends the scroll lock.
    this.#layout.update('launcher');
    this.#layout.hide();
  }

  #receive(message: FrameMessage): void {
    switch (message.t) {
      case 'ready':
        if (this.#ready) return;
        this.#ready = true;
        this.#identity.ready();
        this.#queue.resume();
        return this.#events.ready();
      case 'shape':
        return this.#layout.update(message.shape, message.radius);
      case 'blur':
        return this.#focus.restore();
      case 'unread-marker':
        return writeUnreadMarker(this.#options.config.inboxId, message.count);
      case 'tool':
        return this.#tools.receive(message.say);
      case 'page':
        return this.#pageWatch.begin(message.full);
      case 'open-marker':
        return this.#layout.storeOpen(message.stores);
      case 'identity':
        return void this.#identity.answer(message.nonce);
      case 'diagnosis':
        return this.#reported(message.report);
      case 'event':
        this.#events.passOn(message);
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
    this.#options.end();
    this.#fail(code, more);
  }
}
