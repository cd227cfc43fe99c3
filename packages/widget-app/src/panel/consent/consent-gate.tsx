/**
 * Asks for consent before everything else. Until the visitor answers by a real click, there is no connection and nothing is
 * stored. Both answers are equally easy.
 */
import { consentText, offeredConsent } from '@service/protocol';
import { useTexts } from '../../ui/use-texts.js';
import type { ConsentGateProps } from '../model.js';

export function ConsentGate({ controller, state }: ConsentGateProps) {
  const texts = useTexts();
  const { boot, connect } = controller.context;
  const wording = offeredConsent(boot.inbox, texts.language).locale;
  // Both were checked where they were read.
  const policy = connect.config.privacyUrl ?? boot.inbox.privacyUrl;
  const answer = (granted: boolean) => (event: Event) => {
    // Only the visitor can agree for the visitor: a click made by a script is not an answer.
    if (event.isTrusted) controller.dispatch({ type: 'consent', granted });
  };
  return (
    <div class="consent-gate">
      {state.unsent.map(({ text }, i) => (
        // Written before the answer: shown, so that it doesn't seem lost. Sent after "Agree".
        <p key={`${i} ${text}`} class="bubble own-bubble plain-text">
          {text}
        </p>
      ))}
      {state.withdrawn && <p role="status">{texts.withdrawn}</p>}
      {state.consent === 'declined' ? (
        <p role="status">{texts.declined}</p>
      ) : (
        <>
          <h3>{texts.consentTitle}</h3>
          <p lang={wording}>{consentText(boot.inbox.name, wording, boot.inbox.consent.texts)}</p>
          {policy && (
            <p>
              <a href={policy} target="_blank" rel="noopener noreferrer">
                {texts.privacy}
              </a>
            </p>
          )}
        </>
      )}
      <div class="choices">
        <button type="button" class="outlined" onClick={answer(true)}>
          {texts.agree}
        </button>
        {state.consent !== 'declined' && (
          <button type="button" class="outlined" onClick={answer(false)}>
            {texts.decline}
          </button>
        )}
      </div>
    </div>
  );
}
