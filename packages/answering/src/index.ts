/** Who answers: the inbox’s articles, a model, an AG-UI agent, or a service of the owner’s. */
export { type AgentSettings, agUiModel } from './ag-ui/ag-ui-model.js';
export { byInbox } from './by-inbox.js';
export { createHttpAgent } from './http-agent/http-answerer.js';
export { signingSecretIn } from './http-agent/signing-secret.js';
export { createKnowledgeAnswerer, factsOf } from './knowledge/knowledge-answerer.js';
export { settleQuestion } from './knowledge/library/settle-question.js';
export type { EmbedderSettings } from './knowledge/meaning/embedder.js';
export { readEmbeddingSettings } from './knowledge/meaning/embedding-settings.js';
export { type Knowledge, openKnowledge } from './knowledge/open-knowledge.js';
export { messagesFor } from './messages/messages.js';
export type { Model } from './model/model.js';
export { isWebAddress, type ModelSettings, readModelSettings } from './model/model-settings.js';
export { openModel } from './model/open-model.js';
export { retryingModel } from './model/retrying-model.js';
export { createTurnAnswerer } from './turn/turn-answerer.js';
