/** Everything about consent as one chunk: only chats that ask for it load its wordings. */
import { adoptStylesheet } from '../../theme/adopt-stylesheet.js';
import css from './consent-gate.css?inline';

export { consentAtStart, createConsentController } from './consent-controller.js';
export { ConsentGate } from './consent-gate.js';
export { withWordings } from './with-wordings.js';

adoptStylesheet(css);
