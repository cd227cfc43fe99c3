/**
 * Puts a style sheet on, given as text: what a part needs to look right travels in the part's own file, and neither is
 * ever there without the other. Through the CSSOM, which the frame's policy allows without naming any style.
 */
export function adoptStylesheet(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
