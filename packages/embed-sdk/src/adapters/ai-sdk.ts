/** `@service/embed-sdk/ai-sdk`: `useChat` of the AI SDK on the chat client. Needs `ai`, for its types. */
export { createServiceTransport } from './ai-sdk/service-transport.js';
export { toUIMessages } from './ai-sdk/to-ui-messages.js';
