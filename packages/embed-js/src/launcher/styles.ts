/** The style sheet of the launcher's shadow root. */
import type { LauncherColors, Position } from '@service/protocol';
import type { LauncherPlace } from './place.js';

/**
 * `all` cuts what the page's elements would inherit; custom properties pass. The box takes no clicks, because beside a button of
 * the page's own it is empty. The focus ring is white and black: one of them is seen on every page.
 */
export function launcherStyles(place: LauncherPlace, side: Position, { button, icon }: LauncherColors): string {
  return `:host{display:contents}
div{all:initial;position:fixed;${side}:${place.x};bottom:${place.y};width:${place.size};height:${place.size};z-index:${place.zIndex};pointer-events:none}
div[hidden]{display:none}
button{all:unset;position:absolute;inset:0;border-radius:50%;background:${button};color:${icon};box-shadow:0 2px 12px #0000002e,0 6px 24px #0000001a;cursor:pointer;pointer-events:auto;-webkit-tap-highlight-color:transparent}
button:active{scale:.96}
button:focus-visible{outline:3px solid #fff;box-shadow:0 0 0 6px #000}
svg{display:block;fill:currentColor}
span{position:absolute;top:-3px;right:-3px;min-width:10px;padding:0 5px;border-radius:10px;background:#c62828;color:#fff;font:600 12px/20px system-ui,sans-serif;text-align:center}
span:empty{display:none}
p{position:absolute;inset:0;margin:0;overflow:hidden;opacity:0}
@media (hover:hover){button:hover:not(:active){scale:1.05}}
@media (prefers-reduced-motion:no-preference){button{transition:.18s cubic-bezier(.2,.8,.2,1)}}
@media (forced-colors:active){button{border:2px solid;background:ButtonFace;color:ButtonText}button:focus-visible{outline-color:Highlight}span{background:Highlight;color:HighlightText}}
@media print{div{display:none}}`;
}

/** Returns what sets the text of the root's one style sheet. */
export function adoptStyles(root: ShadowRoot): (css: string) => void {
  try {
    const sheet = new CSSStyleSheet();
    root.adoptedStyleSheets = [sheet];
    return (css) => sheet.replaceSync(css);
  } catch {
    // Safari before 16.4. Where the page's policy forbids style elements, its button has no style there.
    const sheet = root.appendChild(document.createElement('style'));
    return (css) => {
      sheet.textContent = css;
    };
  }
}
