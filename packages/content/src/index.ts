/** Everything but the Markdown parser, which is heavier than the rest together: `@service/content/markdown`. */
export { textWithLinks } from './plain-text.js';
export { readableName } from './readable-name.js';
export { realHost } from './real-host.js';
export { stripMarkdown } from './strip-markdown.js';
export { setTextOnElements } from './text-on-elements.js';
export { type ContentElement, type ContentLink, type ContentNode, type ContentTag, textOf } from './tree.js';
export { unlistedSources } from './unlisted-sources.js';
export { followFileDrop, isComposing, pastedFiles } from './writing.js';
