/** What other packages of the server side may use of this folder. */
export { type Destination, DestinationError, parseDestination } from './destination.js';
export type { Network } from './pinned-request.js';
export { type RetryClock, type Signing, sendSigned } from './signed-request.js';
export {
  createSiteReader,
  ONE_PAGE,
  type ReadOptions,
  type SiteReader,
  type SiteText,
  type TextKind,
  type Validators,
  type VisitLimits,
} from './site-reader.js';
