/** The schema entry of the contract: zod, for the server and the tests. Never imported by anything a browser loads. */

export { instantOf, wallAt } from '../inbox/zone-time.js';
export * from './frames.js';
export * from './inbox-file.js';
export * from './log.js';
export { isTimeZone, openingSchema } from './opening.js';
export * from './parts.js';
export { LAST_SEQ } from './server-id.js';
export * from './tools.js';
export * from './user-context.js';
