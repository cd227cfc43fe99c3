/**
 * One life of the chat in the page, from attach to detach. Everything that touches the page is started here and ended
 * by `detach`: the frame, the handshake, the watchers, the scroll lock. Whoever adds a listener adds its end to `ends`.
 */
import {
  type ColorScheme,
  type FrameConfig,
  type FrameMessage,
  type FrameShape,
  type HostMessage,
  PAGE_LIMITS,
  type PageErrorCode,
  type Scheme,
  type UserContext,
  type Viewport,
} from '@service/protocol';
import { createBudget } from './budget.js';
import { decideScheme, readPageLook, watchPageLook } from './color-scheme.js';
import { createCommandQueue } from './commands.js';
import { frameUrl, makeFrame, makeRoom, placeFrame, raiseFrame, readSafeArea, showFrame } from './frame.js';
import { startHandshake } from './handshake.js';
import { placementOf, readPageView } from './layout.js';
import { rememberFocus } from './returning-focus.js';
import { lockWhile } from './scroll-lock.js';

export interface AttachmentOptions {
  readonly page: Window;
  readonly config: FrameConfig;
  readonly baseUrl: string;
  readonly mount: HTMLElement;
  readonly onReady: () => void;
  readonly onEvent: (event: Extract<FrameMessage, { t: 'event' }>) => void;
  readonly onError: (code: PageErrorCode, more?: string) => void;
  /** The frame was given up and removed (`frame_unstable`, `protocol_unsupported`); told after `onError`. */
  readonly onEnd: () => void;
}

export interface Attachment {
  isReady(): boolean;
  command(command: HostMessage): void;
  setUser(user: UserContext): void;
  setQuestions(questions: readonly string[]): void;
  /** Follows `wish` from now on; without one, looks at the page once more. */
  updateColorScheme(wish?: ColorScheme): void;
  detach(): void;
}

/** How often a page may throw our frame out before we believe that it means it. Routers that swap the body do it per visit. */
const REATTACH = { times: 20, perMs: 60_000 } as const;

/** Attaches the chat. The page's problem cases come back through `onError`; nothing is thrown for them. */
export function attach(options: AttachmentOptions): Attachment {
  const { page, baseUrl, onError } = options;
  const ends: (() => void)[] = [];
  /** Kept up to date, so that a frame that reloads knows what the page has said since. */
  let config = options.config;
  let shape: FrameShape = 'launcher';
  let ready = false;
  let attached = true;
  let view = readPageView(page);

  const listen = (target: EventTarget | null, name: string, listener: () => void): void => {
    target?.addEventListener(name, listener);
    ends.push(() => target?.removeEventListener(name, listener));
  };

  const frame = makeFrame(page.document, frameUrl(baseUrl, config.inboxId, page.origin, config.theme?.logoUrl));
  const holder = config.mode === 'prompt-input' ? makeRoom(frame) : frame;
  const focus = rememberFocus(frame);
  ends.push(focus.stop);

  // Layout. The lock lasts exactly as long as the chat covers the page.
  let releaseScroll: (() => void) | null = null;
  const layOut = (): void => {
    const placement = placementOf(config.mode, shape, config.position, view);
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
    view = readPageView(page);
    layOut();
    if (view.width !== width || view.height !== height) handshake.post({ t: 'viewport', viewport: viewport() });
  };
  const viewport = (): Viewport => {
    const { width, height, below } = view;
    const safe = readSafeArea(frame);
    // Under an on-screen keyboard there is no bar to keep clear of.
    return { width, height, safe: below > 0 ? { ...safe, bottom: 0 } : safe };
  };
  listen(page, 'resize', onResize);
  listen(page.visualViewport, 'resize', onResize);
  listen(page.visualViewport, 'scroll', onResize);

  // Colour scheme. Not queued with the commands: whoever connects later is told in the greeting.
  let scheme: Scheme = decideScheme(config.colorScheme, readPageLook(page));
  let stopWatching: (() => void) | null = null;
  const applyScheme = (wish: ColorScheme): void => {
    const next = decideScheme(wish, readPageLook(page));
    if (next === scheme) return;
    scheme = next;
    handshake.post({ t: 'scheme', scheme });
  };
  const followScheme = (wish: ColorScheme): void => {
    stopWatching?.();
    stopWatching = wish === 'auto' ? watchPageLook(page, () => applyScheme('auto')) : null;
  };
  ends.push(() => stopWatching?.());

  const onMessage = (message: FrameMessage): void => {
    switch (message.t) {
      case 'ready':
        if (ready) return;
        ready = true;
        queue.release();
        options.onReady();
        return;
      case 'shape':
        shape = message.shape;
        layOut();
        return;
      case 'blur':
        focus.giveBack();
        return;
      case 'event':
        options.onEvent(message);
    }
  };

  const handshake = startHandshake({
    page,
    peer: () => frame.contentWindow,
    origin: baseUrl,
    greeting: () => ({
      config: { ...config, locale: config.locale ?? pageLanguage(options.mount) },
      scheme,
      viewport: viewport(),
    }),
    onConnected: () => showFrame(frame, true),
    onLost() {
      ready = false;
      queue.hold();
      // What stands in the frame now may be anybody's document: out of sight, and off the page's way. `detach` passes
      // here as well, and with the launcher's shape the scroll lock ends.
      shape = 'launcher';
      layOut();
      showFrame(frame, false);
    },
    onMessage,
    onError(code, more) {
      if (code === 'frame_unreachable') {
        onError(code, `Page: ${page.origin}. Inbox: ${config.inboxId}. Policy needed: frame-src ${baseUrl}`);
        return;
      }
      detach();
      onError(code, more);
      options.onEnd();
    },
  });
  const queue = createCommandQueue(handshake.post);
  listen(frame, 'load', handshake.frameLoaded);

  const place = (mount: HTMLElement): void => {
    layOut();
    handshake.frameAttached();
    mount.appendChild(holder);
    // Only now can be seen whether its container gives it a height.
    layOut();
  };

  // Routers that replace the body take the frame along; in a container of its own the page decides whether it stays.
  if (options.mount === page.document.body) {
    const mayReattach = createBudget(REATTACH.times, REATTACH.perMs, () => Date.now());
    const keeper = new MutationObserver(() => {
      const { body } = page.document;
      if (!attached || !body) return;
      keeper.observe(body, { childList: true });
      if (frame.isConnected) return;
      if (mayReattach()) place(body);
      else {
        detach();
        onError('frame_unstable', 'The page removed the frame again and again. Call destroy() to remove it for good.');
        options.onEnd();
      }
    });
    keeper.observe(page.document.documentElement, { childList: true });
    keeper.observe(options.mount, { childList: true });
    ends.push(() => keeper.disconnect());
  }

  const command = (command: HostMessage): void => {
    if (!queue.push(command)) onError('calls_dropped', `At most ${PAGE_LIMITS.outboxItems} can wait.`);
  };

  const detach = (): void => {
    if (!attached) return;
    attached = false;
    handshake.post({ t: 'bye' });
    handshake.close();
    for (const end of ends) end();
    holder.remove();
  };

  followScheme(config.colorScheme);
  place(options.mount);

  return {
    isReady: () => ready,
    command,
    setUser(user) {
      config = { ...config, user: { ...config.user, ...user } };
      command({ t: 'context', user });
    },
    setQuestions(questions) {
      config = { ...config, questions };
      command({ t: 'questions', questions });
    },
    updateColorScheme(wish) {
      if (wish) {
        config = { ...config, colorScheme: wish };
        followScheme(wish);
      }
      applyScheme(wish ?? 'auto');
    },
    detach,
  };
}

/** What the page says it is written in around the chat; `lang` may also be empty, or anything. */
function pageLanguage(mount: HTMLElement): string | null {
  return mount.closest('[lang]')?.getAttribute('lang') || null;
}
