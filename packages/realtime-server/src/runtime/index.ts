/** What other packages of the server side may use of this folder. */

export { residentBytes } from './memory.js';
export { readSecretFile } from './secrets/secret-file.js';
export { weaknessOf } from './secrets/weak-key.js';
export { FairQueue } from './shares/fair-queue.js';
export { RecentUse } from './shares/recent-use.js';
