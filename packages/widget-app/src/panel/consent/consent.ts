/** Everything about consent as one chunk: only chats that ask for it load its wordings. */

export { consentAtStart, createConsentController } from './consent-controller.js';
export { ConsentGate } from './consent-gate.js';
export { withWordings } from './with-wordings.js';
