/**
 * Sets the theme's tokens as custom properties for the style sheets. Uses the CSSOM: the frame's Content-Security-Policy allows
 * nothing else, and there a value can't become a selector or another rule.
 */
import type { ThemeTokens } from '@service/protocol';

export function applyTheme(root: HTMLElement, tokens: ThemeTokens): void {
  for (const [name, value] of Object.entries(tokens)) {
    const css = typeof value === 'number' ? `${value}px` : value;
    root.style.setProperty(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, css);
  }
  root.dataset.scheme = tokens.scheme;
  root.dataset.messages = tokens.messageStyle;
  root.dataset.template = tokens.template;
}
