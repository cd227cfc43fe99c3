import { CONSENT_REQUIRED } from '@service/protocol';

/** Why a promise was rejected. Ask the visitor, call `client.consent(…)` with the wording they agreed to, then call again. */
export class ConsentRequired extends Error {
  /** As in the event `error` and in `problem`. */
  readonly code = 'consent_required';

  constructor() {
    super(CONSENT_REQUIRED.message);
    this.name = 'ConsentRequired';
  }
}
