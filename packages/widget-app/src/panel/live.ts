/**
 * The part that talks to the server and shows what was said. It comes beside the panel and not with it, because nobody has
 * to wait for it to write: what is written meanwhile is kept, and goes out as soon as this is here.
 */
export { browserPorts, createInnerChatClient, reportWithdrawal } from '@service/embed-headless/frame';
export { default as transcriptCss } from '../transcript/styles/transcript.css?inline';
export { LiveScreen } from './conversation/live-screen.js';
