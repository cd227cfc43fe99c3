/**
 * The chat client and the conversation. Loaded beside the panel: the visitor can write before it has loaded, and their messages
 * are sent afterwards.
 */
export { browserPorts, createInnerChatClient, reportWithdrawal } from '@service/embed-headless/frame';
export { readPageInfo } from '@service/protocol';
export { addTopics } from '../i18n/topics.js';
export { default as transcriptCss } from '../transcript/styles/transcript.css?inline';
export { LiveScreen } from './conversation/live-screen.js';
