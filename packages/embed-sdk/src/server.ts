/** `@service/embed-sdk/server`: for the site's own server. Needs Node, and must never reach a browser: it holds secrets. */
export {
  type IdentityRouteOptions,
  identityRoute,
  type NodeIdentityRequest,
  type NodeIdentityResponse,
  nodeIdentityRoute,
} from './server/identity-route.js';
export { type IdentityKey, type IdentityOptions, type IdentityUser, signIdentity } from './server/sign-identity.js';
export {
  type ServiceHeaders,
  type ServiceRequestOptions,
  type ServiceVerdict,
  verifyServiceRequest,
} from './server/verify-service-request.js';
