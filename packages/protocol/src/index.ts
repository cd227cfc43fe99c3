/** The light entry of the contract: types, tables and hand-checked guards. No dependency, fit for a browser bundle. */
export * from './bridge.js';
export * from './client-tool.js';
export * from './close-codes.js';
export * from './config.js';
export * from './consent-wording.js';
export * from './error-codes.js';
export * from './frames.js';
export * from './identifiers.js';
export * from './inbox.js';
export * from './limits.js';
export * from './log.js';
export * from './read-frame.js';
export * from './theme/resolve-theme.js';
export * from './theme/theme.js';
export * from './user-context.js';
export * from './widget-events.js';
