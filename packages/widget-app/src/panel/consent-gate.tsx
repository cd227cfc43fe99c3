/**
 * The question before everything else. Until it is answered by a real click, there is no connection and nothing is kept;
 * what the visitor has typed stays in the field and can be sent afterwards. Both answers are equally easy.
 */
import { consentText } from '@service/protocol';
import { safeLink } from '../content/safe-link.js';
import { en } from '../texts/en.js';
import type { PanelState } from './panel-state.js';
import type { PanelModel } from './start-panel.js';

interface ConsentGateProps {
  readonly model: PanelModel;
  readonly state: PanelState;
}

export function ConsentGate({ model, state }: ConsentGateProps) {
  const { boot, connect } = model.context;
  const address = connect.config.privacyUrl ?? boot.inbox.privacyUrl;
  const link = address ? safeLink(address) : null;
  const answer = (granted: boolean) => (event: Event) => {
    // Only the visitor can agree for the visitor: a click made by a script is not an answer.
    if (event.isTrusted) model.dispatch({ type: 'consent', granted });
  };
  return (
    <div class="gate">
      {state.consent === 'declined' ? (
        <p role="status">{en.declined}</p>
      ) : (
        <>
          <h3>{en.consentTitle}</h3>
          <p>{consentText(boot.inbox.name)}</p>
          {link && (
            <p>
              <a href={link.href} target="_blank" rel="noopener noreferrer">
                {en.privacy}
              </a>
            </p>
          )}
        </>
      )}
      <div class="choices">
        <button type="button" class="outlined" onClick={answer(true)}>
          {en.agree}
        </button>
        {state.consent !== 'declined' && (
          <button type="button" class="outlined" onClick={answer(false)}>
            {en.decline}
          </button>
        )}
      </div>
    </div>
  );
}
