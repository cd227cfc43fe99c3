/**
 * Hands the theme's tokens to the style sheets, as custom properties set through the CSSOM: the one way that the frame's
 * policy allows, and one through which no value can become anything but a value.
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
