/**
 * The launcher of one chat, for as long as the chat is on the page: draws it when the settings of its inbox are known, keeps
 * it in the page, follows the page's color scheme, and makes the frame when the page is at rest.
 */
import {
  COLOR_SCHEMES,
  type ColorScheme,
  type InboxScriptSettings,
  type LauncherSettings,
  originHash,
} from '@service/protocol';
import { ANY_NUMBER } from '../frame/command-queue.js';
import { followColorScheme } from '../host/follow-color-scheme.js';
import { keepInPage } from '../host/keep-in-page.js';
import { pageLanguage } from '../host/page-language.js';
import { DEFAULT_OPTIONS } from '../launcher/default-options.js';
import { createLauncher } from '../launcher/launcher.js';
import { type LauncherPlace, launcherPlace } from '../launcher/size-and-place.js';
import type { Launcher } from '../launcher/types.js';
import type { StartConfig } from '../widget/configuration.js';
import type { LauncherExtras } from './launcher-extras.js';
import { followPageOpeners } from './page-openers.js';
import { readUnreadMarker, wasOpen } from './page-storage.js';
import { isSlowConnection, whenAtRest } from './prefetch.js';

/** What a launcher asks of the controller. */
interface CalledController {
  command(command: { readonly t: 'open' }, byVisitor?: boolean): unknown;
  toggleByVisitor(byKeyboard: boolean): unknown;
}

export interface PageLauncherOptions {
  readonly config: StartConfig;
  /** Of the inbox; null: the server knows no such inbox; undefined: the frame brings them with its hello. */
  readonly settings: InboxScriptSettings | null | undefined;
  /** Of the chat: nothing is drawn after it. */
  readonly signal: AbortSignal;
  /** Makes the frame. Only the first call counts. */
  readonly makeFrame: () => void;
  /** Ends the chat; `next`: starts it anew. */
  readonly end: (next?: StartConfig) => void;
  /** Runs the call now, or when there is a controller. `most`: so many may wait. */
  readonly call: (call: (controller: CalledController) => unknown, most?: number) => void;
}

export interface PageLauncher {
  /** Draws the launcher unless it is there, or the page wants none. */
  draw(settings: LauncherSettings): void;
  /** Of the launcher; of a panel at the edge of the window where none is drawn. */
  place(): LauncherPlace;
  /** For the frame, which needs the same. */
  readonly keep: typeof keepInPage;
  /** `covered`: the panel covers the page. */
  setOpen(open: boolean, covered: boolean): void;
  setUnread(count: number): void;
  updateColorScheme(choice?: ColorScheme): void;
  focus(): void;
  /** It may be drawn again. */
  remove(): void;
  /** The chat is removed from the page. */
  end(): void;
}

/** `extras`: undefined where the page needs none. */
export function startPageLauncher(
  { config, settings, signal, makeFrame, end, call }: PageLauncherOptions,
  extras: LauncherExtras | undefined,
): PageLauncher {
  const { inboxId, containerId, position, colorScheme, prefetch, button, given } = config;
  const marker = readUnreadMarker(inboxId);
  let unread = Number(marker) || 0;
  let drawn: Launcher | undefined;
  // The frame gets them with the same names, and reports what can't be used.
  if (extras) (given as Record<string, unknown>).launcher = extras.launcherOptions(given.launcher);
  let leavePage: (() => void) | undefined;
  let stopWaiting: (() => void) | undefined;
  const scheme = followColorScheme(colorScheme, (now) => drawn?.setScheme(now));

  const launcher: PageLauncher = {
    draw(settings) {
      if (drawn || given.launcher === false) return;
      const [element] = button;
      const container = typeof containerId === 'string' ? document.getElementById(containerId) : containerId;
      drawn = createLauncher({
        settings: extras?.themedSettings(settings, given.theme) ?? settings,
        position,
        scheme: scheme.current(),
        options: extras?.readOptions(given.launcher, element) ?? DEFAULT_OPTIONS,
        language: pageLanguage(given.locale, container ?? document.documentElement),
        unread,
        onNear() {
          if (prefetch !== 'none') makeFrame();
        },
        onToggle(byKeyboard) {
          call((controller) => controller.toggleByVisitor(byKeyboard), ANY_NUMBER);
          makeFrame();
        },
      });
      const { host } = drawn;
      const place = (): void => (container ?? document.documentElement).append(host);
      // In a container of its own the page decides whether the launcher stays.
      if (container) place();
      else leavePage = keepInPage(host, place, (isErased) => (isErased ? end(config) : leavePage?.()));
    },
    keep: keepInPage,
    place: () => drawn?.place ?? launcherPlace(DEFAULT_OPTIONS, position, false),
    setOpen: (open, covered) => drawn?.setOpen(open, covered),
    setUnread(count) {
      unread = count;
      drawn?.setUnread(count);
    },
    updateColorScheme(choice) {
      if (!choice || COLOR_SCHEMES.includes(choice)) scheme.set(choice);
    },
    focus: () => drawn?.focus(),
    remove() {
      leavePage?.();
      drawn?.remove();
      drawn = undefined;
    },
    end() {
      launcher.remove();
      stopWaiting?.();
      scheme.stop();
    },
  };
  const isAllowed = settings?.origins.includes(originHash(settings.salt, location.origin));
  if (isAllowed) launcher.draw(settings as LauncherSettings);
  // Where it is not, the frame is the proof, and its absence the error.
  if (marker !== null || wasOpen(inboxId) || (settings !== undefined && !isAllowed)) makeFrame();
  else if (prefetch === 'idle' && !isSlowConnection()) stopWaiting = whenAtRest(makeFrame);
  followPageOpeners({ signal, makeFrame, call });
  return launcher;
}
