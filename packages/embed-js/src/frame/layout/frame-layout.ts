/** Keeps the frame where its shape belongs on what is visible of the page, and the page from scrolling while it is covered. */
import type { FrameShape, LauncherSettings, Viewport } from '@service/protocol';
import type { FocusTracker } from '../../host/focus.js';
import type { LoadPageWatch } from '../../host/later/lazy-page-watch.js';
import type { LauncherPlace } from '../../launcher/size-and-place.js';
import type { PageLauncher } from '../../start/page-launcher.js';
import { writeOpenMarker } from '../../start/page-storage.js';
import type { StartConfig } from '../../widget/configuration.js';
import { showFrame, style } from '../frame-element.js';
import type { PendingFrame } from '../pending-frame.js';
import { raiseFrame, readSafeArea } from './open-frame.js';
import { placePanel, resetPanel, showPanel } from './panel.js';
import { placeFrame } from './place-frame.js';
import { cover, isNarrow, placementOf, readPageView } from './placement.js';

export interface FrameLayoutOptions extends Pick<PendingFrame, 'frame' | 'holder'> {
  readonly config: StartConfig;
  /** The visible part of the page has another size. */
  readonly onViewport: () => void;
  readonly launcher: PageLauncher | undefined;
  readonly focus: FocusTracker;
  /** What stops the page's scrolling. Where it can't be loaded, the page scrolls. */
  readonly load: LoadPageWatch;
}

/** As long as it takes a person to notice. */
const JUST_OPENED_MS = 500;

export class FrameLayout {
  readonly #options: FrameLayoutOptions;
  #shape: FrameShape = 'launcher';
  #openedAt = Number.NEGATIVE_INFINITY;
  #storesOpen = false;
  #wasOpened = false;
  #radius: number | undefined;
  /** Null while the frame draws what opens it. */
  #panel: LauncherPlace | null = null;
  #view = readPageView(window);
  #covered = false;
  #releaseScroll: (() => void) | undefined;
  readonly #print = matchMedia('print');
  readonly #sources: readonly (readonly [EventTarget | null, string])[] = [
    [window, 'resize'],
    [window.visualViewport, 'resize'],
    [window.visualViewport, 'scroll'],
    [this.#print, 'change'],
  ];

  constructor(options: FrameLayoutOptions) {
    this.#options = options;
    style(options.frame, {
      // A frame is transparent only while element and document agree on the scheme. The document stays at the initial
      // `light` for good (its dark theme is plain colours), so the page's own scheme must not be inherited here.
      'color-scheme': 'light',
      'background-color': 'transparent',
      border: '0',
      'max-width': 'none',
    });
    for (const [target, name] of this.#sources) target?.addEventListener(name, this.#onResize);
    // Its container may be hidden at first. Ends with the frame.
    if (options.config.mode === 'embedded') new ResizeObserver(() => this.update()).observe(options.frame);
  }

  /** The frame wants to be seen. */
  get isOpen(): boolean {
    return this.#shape !== 'launcher';
  }

  /** By itself: what the visitor clicked at was perhaps the closed chat. */
  hasJustOpened(): boolean {
    return Date.now() - this.#openedAt < JUST_OPENED_MS;
  }

  /** Whether, from now on, the tab remembers that the chat is open. */
  storeOpen(stores: boolean): void {
    this.#storesOpen = stores;
    writeOpenMarker(this.#options.config.inboxId, stores && this.isOpen);
  }

  /** Lays the frame out again, in another shape when one is given. `radius`: of the panel's corners. */
  update(shape: FrameShape = this.#shape, radius: number | undefined = this.#radius): void {
    const wasOpen = this.isOpen;
    this.#shape = shape;
    this.#radius = radius;
    if (this.#storesOpen && this.isOpen !== wasOpen) this.storeOpen(true);
    if (!this.#panel) return this.#layOut();
    this.#layOutPanel(this.#panel);
    const { focus } = this.#options;
    if (this.isOpen && !wasOpen) {
      if (!focus.enter()) this.#openedAt = Date.now();
    } else if (wasOpen && !this.isOpen) focus.restore();
  }

  /**
   * The frame's document is there. With the settings of a launcher it is the panel alone, and opened from the page; without,
   * it draws what opens it: the line of `prompt-input`, or the launcher, as servers of earlier versions have it.
   */
  connected(settings: LauncherSettings | undefined): void {
    const { frame, launcher, config } = this.#options;
    if (settings && launcher) {
      launcher.draw(settings);
      this.#panel = launcher.place();
      return this.update();
    }
    launcher?.remove();
    if (this.#panel) resetPanel(frame);
    this.#panel = null;
    // An embedded chat begins open.
    this.update(config.mode === 'embedded' ? 'panel' : undefined);
    showFrame(frame, true);
  }

  /** At once, whatever is in the frame. */
  hide(): void {
    style(this.#options.frame, { transition: 'none' });
    showFrame(this.#options.frame, false);
  }

  viewport(): Viewport {
    const { width, height, below } = this.#view;
    const safe = readSafeArea(this.#options.frame);
    // Under an on-screen keyboard there is no bar to keep clear of.
    return { width, height, safe: below > 0 ? { ...safe, bottom: 0 } : safe };
  }

  readonly stop = (): void => {
    for (const [target, name] of this.#sources) target?.removeEventListener(name, this.#onResize);
    this.#lockScroll(false);
  };

  readonly #onResize = (): void => {
    const { width, height } = this.#view;
    this.#view = readPageView(window);
    this.update();
    if (this.#view.width !== width || this.#view.height !== height) this.#options.onViewport();
  };

  #layOut(): void {
    const { frame, holder, config } = this.#options;
    // On paper, the panel of a line is the line.
    const shape = this.#print.matches ? 'launcher' : this.#shape;
    const placement = placementOf(config.mode, shape, config.position, this.#view);
    placeFrame(frame, placement);
    if (holder !== frame && frame.isConnected) raiseFrame(frame, placement.kind === 'overlay');
    this.#lockScroll(placement.kind === 'overlay' && placement.covers);
    if (config.mode === 'embedded') showFrame(frame, this.isOpen);
  }

  #layOutPanel(place: LauncherPlace): void {
    const { frame, config, launcher } = this.#options;
    const covers = this.#shape === 'fullscreen' || isNarrow(this.#view);
    if (covers) placeFrame(frame, cover(config.position, this.#view));
    else placePanel(frame, place, config.position, this.#view);
    // Not on paper.
    frame.style.display = this.#print.matches ? 'none' : 'block';
    this.#wasOpened ||= this.isOpen;
    showPanel(frame, this.isOpen, covers, this.#wasOpened, this.#radius);
    this.#lockScroll(this.isOpen && covers);
    launcher?.setOpen(this.isOpen, this.isOpen && covers);
  }

  #lockScroll(covered: boolean): void {
    if (covered === this.#covered) return;
    this.#covered = covered;
    this.#releaseScroll?.();
    this.#releaseScroll = undefined;
    if (!covered) return;
    this.#options.load().then(
      ({ lockScrollWhileCovered }) => {
        // Meanwhile the panel may have been closed, and opened again.
        if (this.#covered) this.#releaseScroll ??= lockScrollWhileCovered(this.#options.frame);
      },
      () => undefined,
    );
  }
}
