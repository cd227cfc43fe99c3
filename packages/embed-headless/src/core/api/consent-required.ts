/** What stops a client that may not do anything yet: thrown at the call, before any effect. */
import { CONSENT_REQUIRED } from '@service/protocol';

/** Ask the visitor, call `client.consent(…)` with the wording they agreed to, then do the same again. */
export class ConsentRequired extends Error {
  /** As the event `error` and `problem` name it. */
  readonly code = 'consent_required';

  constructor() {
    super(CONSENT_REQUIRED.message);
    this.name = 'ConsentRequired';
  }
}
