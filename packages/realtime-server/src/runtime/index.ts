/** What other packages of the server side may use of this folder. */
export { residentBytes } from './memory.js';
export { readSecretFile } from './secret-file.js';
export { weaknessOf } from './weak-key.js';
