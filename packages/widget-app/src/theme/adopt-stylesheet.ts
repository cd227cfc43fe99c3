/**
 * Adds a style sheet given as text. The styles of a component are in the component's own chunk, so they arrive together.
 * Uses the CSSOM, which the frame's Content-Security-Policy allows without a hash or nonce.
 */
export function adoptStylesheet(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
