/**
 * Runs in the page and in the chat's frame, and reports what a visitor would see there. What is not being waited for costs
 * nothing: the work of the page is measured too.
 */

/** The name of the function that the browser adds to each document. */
export const REPORT = 'benchReport';

/** Times are Unix milliseconds with fractions, and comparable between documents. */
export type Report =
  /** The page's parser has reached the chat's tag; sent by the page itself. */
  | { readonly what: 'started'; readonly at: number }
  /** The page's `load`. */
  | { readonly what: 'load'; readonly at: number }
  /** The launcher is in the frame that is painted next. `x`, `y`: its middle, in the window. */
  | { readonly what: 'launcher'; readonly at: number; readonly x: number; readonly y: number }
  | { readonly what: 'click'; readonly at: number }
  /** The chat's frame is visible. */
  | { readonly what: 'panel'; readonly at: number }
  /** A visible textbox has the focus. */
  | { readonly what: 'focus'; readonly at: number }
  /** A key has been pressed; it was shown in this frame after the key, 1 being the next one. */
  | { readonly what: 'typed'; readonly at: number; readonly frames: number }
  | { readonly what: 'long-task'; readonly at: number; readonly ms: number }
  | { readonly what: 'shift'; readonly at: number; readonly by: number };

/** What both documents need to look and to report. */
interface Tools {
  /** `at`: milliseconds since the document began. Default: now. */
  report(what: Report['what'], at?: number, more?: object): void;
  /** Searches the document and the shadow roots of its outermost elements. */
  find(selector: string): Element | null;
  isVisible(element: Element): boolean;
  /** Calls `isDone` before each paint until it is. */
  everyFrame(isDone: () => boolean): void;
}

/** The whole probe as a script for `Page.addScriptToEvaluateOnNewDocument`. */
export const probeScript = (): string =>
  `{ const tools = (${makeTools})(${JSON.stringify(REPORT)}); if (tools) (window === top ? ${watchPage} : ${watchFrame})(tools); }`;

/** Null in a document that isn't watched: the browser's start page, and frames within the chat's frame. */
function makeTools(reportTo: string): Tools | null {
  const send = Reflect.get(window, reportTo) as ((text: string) => void) | undefined;
  if (!send || location.protocol === 'data:' || (window !== top && window.parent !== top)) return null;
  return {
    report(what, at = performance.now(), more = {}) {
      send(JSON.stringify({ what, at: performance.timeOrigin + at, ...more }));
    },
    find(selector) {
      for (const { shadowRoot } of [...document.documentElement.children, ...(document.body?.children ?? [])]) {
        const found = shadowRoot?.querySelector(selector);
        if (found) return found;
      }
      return document.querySelector(selector);
    },
    isVisible(element) {
      const { width, height, left, right, top, bottom } = element.getBoundingClientRect();
      const inWindow = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      const isDrawn = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return width > 4 && height > 4 && inWindow && isDrawn;
    },
    everyFrame(isDone) {
      const look = (): void => void (isDone() || requestAnimationFrame(look));
      requestAnimationFrame(look);
    },
  };
}

function watchPage({ report, find, isVisible, everyFrame }: Tools): void {
  everyFrame(() => {
    const launcher = find('button[aria-label="Open chat"]');
    if (!launcher || !isVisible(launcher)) return false;
    const { x, y, width, height } = launcher.getBoundingClientRect();
    report('launcher', undefined, { x: x + width / 2, y: y + height / 2 });
    return true;
  });
  const panelIsVisible = (): boolean => {
    const frame = find('iframe');
    if (!frame || !isVisible(frame)) return false;
    report('panel');
    return true;
  };
  addEventListener(
    'click',
    ({ timeStamp }) => {
      report('click', timeStamp);
      everyFrame(panelIsVisible);
    },
    { capture: true, once: true },
  );
  addEventListener('load', () => report('load'));
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) report('long-task', startTime, { ms: duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) report('shift', entry.startTime, { by: entry.value });
  }).observe({ type: 'layout-shift', buffered: true });
}

function watchFrame({ report, isVisible, everyFrame }: Tools): void {
  type Field = HTMLTextAreaElement;
  const isField = (target: EventTarget | null): target is Field => (target as Element | null)?.localName === 'textarea';
  const hasFocus = (field: Field): boolean =>
    document.hasFocus() && document.activeElement === field && !field.disabled && !field.readOnly && isVisible(field);
  let isReported = false;
  addEventListener('focusin', ({ target }) => {
    if (!isField(target)) return;
    everyFrame(() => {
      if (isReported || !target.isConnected) return true;
      if (!hasFocus(target)) return false;
      isReported = true;
      report('focus');
      return true;
    });
  });
  addEventListener(
    'keydown',
    ({ key }) => {
      let frames = 0;
      everyFrame(() => {
        frames++;
        const field = document.activeElement;
        if (!isField(field) || !field.value.includes(key)) return false;
        report('typed', undefined, { frames });
        return true;
      });
    },
    { capture: true, once: true },
  );
}
