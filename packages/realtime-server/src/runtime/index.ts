/** What other packages of the server side may use of this folder. */

export { havePassed } from './clock.js';
export { HTTP_LIMITS } from './limits.js';
export { residentBytes } from './memory.js';
export { type From, OWN_MACHINE } from './network/client-address.js';
export { pooledRandomBytes } from './secrets/random-bytes.js';
export { readSecretFile } from './secrets/secret-file.js';
export { weaknessOf } from './secrets/weak-key.js';
export { FairQueue } from './shares/fair-queue.js';
export { KeyGuard } from './shares/guard-key.js';
export { putLast } from './shares/put-last.js';
export { RecentUse } from './shares/recent-use.js';
export { replaceWhole } from './whole-file.js';
