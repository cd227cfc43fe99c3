/** What other packages of the server side may use of this folder. */
export { DestinationError, readDestination } from './destination.js';
export type { Network } from './pinned-request.js';
export { type Signing, sendSigned, type Times } from './signed-request.js';
