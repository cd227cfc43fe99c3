/**
 * What talks to the server and shows the conversation. Loaded beside the panel: the visitor can write before it is here, and
 * their messages are sent then.
 */
export { browserPorts, createInnerChatClient, reportWithdrawal } from '@service/embed-headless/frame';
export { loadTopics } from '../i18n/topics.js';
export { default as transcriptCss } from '../transcript/styles/transcript.css?inline';
export { LiveScreen } from './conversation/live-screen.js';
