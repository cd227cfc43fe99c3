/**
 * One life of the chat in the page, from attach to detach: takes over the frame that stands there, and does all that a
 * chat needs which somebody may open. Everything that touches the page is started here and ended by `detach`: the
 * handshake, the watchers, the scroll lock. Whoever adds a listener adds its end to `ends`.
 *
 * Fetched when the launcher stands, so that no page waits for any of this.
 */
import {
  type AnyTool,
  CALL_INVALID,
  COLOR_SCHEMES,
  type ColorScheme,
  type FrameMessage,
  type FrameShape,
  type GetIdentityToken,
  type HostMessage,
  isRecord,
  LINK_ERRORS,
  type LinkErrorCode,
  type Scheme,
  type Viewport,
  type WidgetEvents,
} from '@service/protocol';
import { createBudget } from './budget.js';
import { decideScheme, readPageLook } from './color-scheme.js';
import { createCommandQueue } from './commands.js';
import { placeFrame, showFrame } from './frame.js';
import { startHandshake } from './handshake.js';
import { raiseFrame, readSafeArea } from './open-frame.js';
import { placementOf, readPageView } from './open-layout.js';
import type { PageTools, pageTools } from './page-tools.js';
import { rememberFocus } from './returning-focus.js';
import { lockWhile } from './scroll-lock.js';
import type { StandingFrame } from './standing-frame.js';
import type { Given, StartConfig } from './start-config.js';
import { markTitle } from './unread-title.js';
import { watchPageLook } from './watch-page-look.js';

export interface AttachmentOptions extends StandingFrame {
  readonly config: StartConfig;
  readonly onReady: () => void;
  readonly onEvent: (event: Extract<FrameMessage, { t: 'event' }>) => void;
  /** A command was one too many to wait. */
  readonly onDropped: () => void;
  readonly onError: (error: WidgetEvents['error']) => void;
  /** The chat was given up and removed (`frame_unstable`, `protocol_unsupported`); told before `onError`. */
  readonly onEnd: () => void;
}

export interface Attachment {
  isReady(): boolean;
  command(command: HostMessage): void;
  /** Keeps what the page says anew of its visitor or its questions, for a frame that reloads, and tells the frame. */
  tell(news: { readonly user: unknown } | { readonly questions: unknown }): void;
  /** The page says who its visitor is, whenever the frame asks. */
  identify(getToken: GetIdentityToken): void;
  logout(): void;
  /** Follows `wish` from now on; without one, looks at the page once more. */
  updateColorScheme(wish?: ColorScheme): void;
  /** Offers a function of the page, or takes it back. */
  setTool(tool: AnyTool, gone?: true): void;
  /** Asks the frame how it is. The answer is unread, and may never come. */
  inspect(): Promise<unknown>;
  detach(): void;
}

/** How often a page may throw our frame out before we believe that it means it. Routers that swap the body do it per visit. */
const REATTACH = { times: 20, perMs: 60_000 } as const;

/** Fetches what carries out functions of the page. */
export type LoadPageTools = () => Promise<{ readonly pageTools: typeof pageTools }>;

/** Attaches the chat. The page's problem cases come back through `onError`; nothing is thrown for them. */
export function attachWith(
  loadPageTools: LoadPageTools,
  { frame, holder, mount, hello, loaded, config, ...tell }: AttachmentOptions,
): Attachment {
  const { inboxId, baseUrl, mode, position, colorScheme } = config;
  const { onReady, onEvent, onDropped, onError, onEnd } = tell;
  const ends: (() => void)[] = [];
  /** Kept up to date, so that a frame that reloads knows what the page has said since. */
  let { tools: ownTools, ...given } = config.given;
  let getToken: GetIdentityToken | null = null;
  /** What a greeting said of it holds for this frame. */
  let greeted = false;
  /** Somebody leaves before the frame listens: who comes then comes after them. */
  let leaving = false;
  let shape: FrameShape = 'launcher';
  let ready = false;
  let reported: (report: unknown) => void = () => undefined;
  let attached = true;
  let view = readPageView(window);

  const listen = (target: EventTarget | null, name: string, listener: () => void): void => {
    target?.addEventListener(name, listener);
    ends.push(() => target?.removeEventListener(name, listener));
  };

  const title = markTitle(document);
  ends.push(title.stop);
  const focus = rememberFocus(frame);
  ends.push(focus.stop);

  // Layout. The lock lasts exactly as long as the chat covers the page.
  let releaseScroll: (() => void) | null = null;
  const layOut = (): void => {
    const placement = placementOf(mode, shape, position, view);
    placeFrame(frame, placement);
    if (holder !== frame && frame.isConnected) raiseFrame(frame, placement.kind === 'over');
    if (placement.kind === 'over' && placement.covers) releaseScroll ??= lockWhile(frame);
    else {
      releaseScroll?.();
      releaseScroll = null;
    }
  };
  ends.push(() => releaseScroll?.());
  const onResize = (): void => {
    const { width, height } = view;
    view = readPageView(window);
    layOut();
    if (view.width !== width || view.height !== height) handshake.post({ t: 'viewport', viewport: viewport() });
  };
  const viewport = (): Viewport => {
    const { width, height, below } = view;
    const safe = readSafeArea(frame);
    // Under an on-screen keyboard there is no bar to keep clear of.
    return { width, height, safe: below > 0 ? { ...safe, bottom: 0 } : safe };
  };
  listen(window, 'resize', onResize);
  listen(window.visualViewport, 'resize', onResize);
  listen(window.visualViewport, 'scroll', onResize);

  // Colour scheme. Not queued with the commands: whoever connects later is told in the greeting.
  let scheme: Scheme = decideScheme(colorScheme, readPageLook(window));
  let stopWatching: (() => void) | null = null;
  const applyScheme = (wish: ColorScheme): void => {
    const next = decideScheme(wish, readPageLook(window));
    if (next === scheme) return;
    scheme = next;
    handshake.post({ t: 'scheme', scheme });
  };
  const followScheme = (wish: ColorScheme): void => {
    stopWatching?.();
    stopWatching = wish === 'auto' ? watchPageLook(window, () => applyScheme('auto')) : null;
  };
  ends.push(() => stopWatching?.());

  // Functions of the page. What carries them out is fetched when there is a conversation that could call them.
  const tools = new Set(ownTools as Iterable<AnyTool> | undefined);
  let wanted = false;
  let line: Promise<PageTools> | null = null;
  const withTools = (use: (it: PageTools) => void): void => {
    if (!line && wanted) handshake.post({ t: 'tool', say: { of: 'soon' } });
    line ??= loadPageTools().then((part) =>
      part.pageTools({
        tools: () => [...tools],
        instructions: () => given.instructions,
        post: (say) => handshake.post({ t: 'tool', say }),
        insist: (say) => command({ t: 'tool', say }),
        complain: (message) => onError({ code: 'config_invalid', message }),
      }),
    );
    line.then(use, () => {
      line = null;
      fail('script_refused', `Policy needed: script-src ${baseUrl}`);
    });
  };

  /** The browser's own agent gets what the page lets it have, also without any conversation. */
  const expose = (): void => {
    if ('modelContext' in document && (line || [...tools].some(({ webmcp }) => webmcp))) withTools((it) => it.expose());
  };
  ends.push(() => void line?.then((it) => it.end()));

  const onMessage = (message: FrameMessage): void => {
    switch (message.t) {
      case 'ready':
        if (ready) return;
        ready = true;
        leaving = false;
        queue.release();
        onReady();
        return;
      case 'shape':
        shape = message.shape;
        layOut();
        return;
      case 'blur':
        focus.giveBack();
        return;
      case 'tool':
        wanted = true;
        if (tools.size > 0) withTools((it) => it.hear(message.say));
        return;
      case 'identity':
        void answer(message.nonce);
        return;
      case 'diagnosis':
        reported(message.report);
        return;
      case 'event':
        if (message.name === 'unread') title.unread(message.detail.count);
        onEvent(message);
    }
  };

  /** In the page's own words; what went wrong in its function is for its own console. */
  const answer = async (nonce: string): Promise<void> => {
    let token: string | null | undefined;
    try {
      token = getToken ? await getToken({ nonce }) : null;
    } catch (error) {
      console.warn('[ServiceWidget] The function given to identify() failed:', error);
    }
    // Something that can't cross is no token either.
    handshake.post({ t: 'token', nonce, token: typeof token === 'string' ? token : token === null ? null : undefined });
  };

  const handshake = startHandshake({
    page: window,
    peer: () => frame.contentWindow,
    origin: baseUrl,
    greeting: () => ({
      // What can't be used is handed on as it was given, so that the frame can say so.
      config: { inboxId, mode, position, locale: pageLanguage(mount), ...given },
      scheme,
      viewport: viewport(),
      identity: getToken !== null && !leaving,
      tools: tools.size > 0,
    }),
    onConnected() {
      greeted = true;
      showFrame(frame, true);
    },
    onLost() {
      ready = greeted = false;
      wanted = false;
      void line?.then((it) => it.stop());
      queue.hold();
      // What stands in the frame now may be anybody's document: out of sight, and off the page's way. `detach` passes
      // here as well, and with the launcher's shape the scroll lock ends.
      shape = 'launcher';
      layOut();
      showFrame(frame, false);
    },
    onMessage,
    onError(code, more) {
      if (code !== 'frame_unreachable') giveUp(code, more);
      else fail(code, `Page: ${window.origin}. Inbox: ${inboxId}. Policy needed: frame-src ${baseUrl}`);
    },
  });
  const queue = createCommandQueue(handshake.post);

  const place = (mount: HTMLElement): void => {
    layOut();
    handshake.frameAttached();
    mount.append(holder);
    // Only now can be seen whether its container gives it a height.
    layOut();
  };

  const command = (command: HostMessage): void => {
    // Whoever has clicked a button of the page's wants to write. A page that opens the chat by itself takes the focus away
    // from nobody. Only the page's own document knows of the click.
    const opens = command.t === 'open' || command.t === 'toggle';
    const said = opens && navigator.userActivation?.isActive ? { ...command, byVisitor: true as const } : command;
    if (!queue.push(said)) onDropped();
  };

  const detach = (): void => {
    if (!attached) return;
    attached = false;
    handshake.post({ t: 'bye' });
    handshake.close();
    for (const end of ends) end();
    holder.remove();
  };
  /** What calls pass is judged here and not where they are made: every page carries that part. */
  const refuse = (call: string, wish: string): void =>
    onError({ code: 'call_invalid', message: `${CALL_INVALID} ${call}(): pass ${wish}.` });
  const fail = (code: LinkErrorCode, more = ''): void =>
    onError({ code, message: `${LINK_ERRORS[code]} ${more}`.trim() });
  const giveUp = (code: LinkErrorCode, more?: string): void => {
    detach();
    onEnd();
    fail(code, more);
  };

  // The frame stands since `init`; what it has said and done meanwhile comes first.
  handshake.frameAttached();
  // After the page's own calls of before, so that the greeting knows of them.
  if (hello) queueMicrotask(() => attached && handshake.hear(hello));
  else showFrame(frame, false);
  if (loaded) handshake.frameLoaded();
  listen(frame, 'load', handshake.frameLoaded);

  // Routers that replace the body take the frame along; in a container of its own the page decides whether it stays.
  if (config.containerId === null) {
    const mayReattach = createBudget(REATTACH.times, REATTACH.perMs, () => Date.now());
    const keep = (): void => {
      const { body } = document;
      if (!attached || !body) return;
      keeper.observe(body, { childList: true });
      if (frame.isConnected) return;
      if (mayReattach()) place(body);
      else giveUp('frame_unstable', 'The page removed it again and again. Call destroy() to remove it for good.');
    };
    const keeper = new MutationObserver(keep);
    keeper.observe(document.documentElement, { childList: true });
    ends.push(() => keeper.disconnect());
    keep();
  }
  followScheme(colorScheme);
  expose();

  return {
    isReady: () => ready,
    command,
    tell(news) {
      if ('user' in news ? !isRecord(news.user) : !Array.isArray(news.questions))
        return 'user' in news ? refuse('updateContext', 'an object') : refuse('setQuestions', 'an array of strings');
      given = {
        ...given,
        ...('user' in news ? { user: { ...(given.user as Given), ...(news.user as Given) } } : news),
      };
      // Plain data, as yet unread: the frame takes from it what it can use.
      command({ t: 'user' in news ? 'context' : 'questions', ...news } as HostMessage);
    },
    setTool(tool, gone) {
      if (gone) tools.delete(tool);
      else tools.add(tool);
      if (wanted) withTools((it) => it.offer());
      expose();
    },
    identify(given) {
      if (typeof given !== 'function') return refuse('identify', 'a function');
      getToken = given;
      if (greeted || leaving) command({ t: 'identify' });
    },
    logout() {
      getToken = null;
      const { user: _theirs, ...rest } = given;
      given = rest;
      leaving ||= !ready;
      command({ t: 'logout' });
    },
    inspect: () =>
      new Promise((resolve) => {
        reported = resolve;
        handshake.post({ t: 'diagnose' });
      }),
    updateColorScheme(wish) {
      if (wish !== undefined && !COLOR_SCHEMES.includes(wish))
        return refuse('updateColorScheme', `one of ${COLOR_SCHEMES.join(', ')}`);
      if (wish) followScheme(wish);
      applyScheme(wish ?? 'auto');
    },
    detach,
  };
}

/** What the page says it is written in around the chat; `lang` may also be empty, or anything. */
function pageLanguage(mount: HTMLElement): string | null {
  return mount.closest('[lang]')?.getAttribute('lang') || null;
}
