/** The style sheet of the launcher's shadow root. */
import type { LauncherColors, Position } from '@service/protocol';
import type { LauncherPlace } from './size-and-place.js';

/**
 * `all` cuts what the page's elements would inherit; custom properties pass. The transparent borders are drawn with forced
 * colours. The focus ring is white and black: one of them is seen on every page.
 */
export function launcherStyles(place: LauncherPlace, side: Position, { button, icon }: LauncherColors): string {
  return `:host{display:contents}\
div{all:initial;position:fixed;${side}:${place.x};bottom:${place.y};width:${place.size};height:${place.size};z-index:${place.zIndex};border-radius:50%}\
[hidden],span:empty{display:none}\
button{all:unset;position:absolute;inset:0;border:2px solid transparent;border-radius:50%;overflow:hidden;background:${button};color:${icon};box-shadow:0 2px 12px #0003,0 6px 24px #0002;cursor:pointer;-webkit-tap-highlight-color:transparent}\
button:active{scale:.96}\
button:focus-visible{outline:3px solid #fff;box-shadow:0 0 0 6px #000}\
svg{display:block;margin:-2px;fill:currentColor}\
span{position:absolute;top:-4px;right:-4px;min-width:10px;padding:0 5px;border:1px solid transparent;border-radius:99px;background:#c62828;color:#fff;font:600 12px/20px system-ui;text-align:center}\
p{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}\
@media (hover:hover){button:hover:not(:active){scale:1.05}}\
@media (prefers-reduced-motion:no-preference){button{transition:.18s ease-out}}\
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
