/** An answer of the assistant: its text while it streams, its sources, and the button for a person when it can't help. */
import type { Answer, ChatClient, FeedbackValue } from '@service/embed-headless/core';
import { type BusinessHours, isBlank } from '@service/protocol';
import { useState } from 'preact/hooks';
import { RichText } from '../../content/rich-text.js';
import { useRovingTabIndex } from '../../content/roving-tabindex.js';
import { PersonIcon } from '../../ui/icons.js';
import { loadHandoff } from '../../ui/lazy.js';
import { useLazy } from '../../ui/use-lazy.js';
import { useTexts } from '../../ui/use-texts.js';
import { LazyMessageParts } from '../message-parts/lazy-message-parts.js';
import { AnswerActions } from './answer-actions.js';
import { Citations } from './citations.js';
import { Thinking } from './thinking.js';

interface AnswerEntryProps {
  readonly answer: Answer;
  readonly client: ChatClient;
  /** This is the latest entry, and the assistant answers. */
  readonly canAsk: boolean;
  /** As above, and the inbox has people. */
  readonly canRequestPerson: boolean;
  /** When people answer, where it is known. */
  readonly opening: BusinessHours | undefined;
  readonly onPerson: () => void;
  readonly onReply: ((text: string) => void) | null;
  /** Null in a closed conversation. */
  readonly onRate: ((value: FeedbackValue) => void) | null;
}

export function AnswerEntry(props: AnswerEntryProps) {
  const { answer, client, canAsk, canRequestPerson, opening, onPerson, onReply, onRate } = props;
  const texts = useTexts();
  const tabIndex = useRovingTabIndex();
  const [shown, setShown] = useState<number | null>(null);
  const toggle = (number: number): void => setShown(shown === number ? null : number);
  const drawCitation = (number: number) => {
    const source = answer.citations.find((citation) => citation.number === number);
    // While the answer streams, its sources are not known yet: the number is drawn without a button.
    if (!source) return answer.state === 'streaming' ? <sup class="citation-number">{number}</sup> : null;
    return (
      <sup class="citation-number">
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={texts.source(number, source.title)}
          aria-expanded={shown === number}
          onClick={() => toggle(number)}
        >
          {number}
        </button>
      </sup>
    );
  };
  const offers = canRequestPerson && (answer.offerPerson || answer.state === 'failed');
  const handoff = useLazy(loadHandoff, offers && opening !== undefined);
  if (answer.state === 'streaming' && isBlank(answer.text)) return <Thinking label={texts.thinking} />;
  return (
    <>
      {/* An answer that is only a form or a card has no text. */}
      {!isBlank(answer.text) && (
        <div class={`bubble agent-bubble ${answer.state}`} dir="auto">
          <RichText text={answer.text} citation={drawCitation} />
        </div>
      )}
      {answer.state === 'stopped' && <p class="delivery">{texts.answerStopped}</p>}
      {answer.state === 'failed' && <p class="delivery">{texts.answerFailed}</p>}
      <Citations text={answer.text} citations={answer.citations} shown={shown} onToggle={toggle} />
      <LazyMessageParts parts={answer.parts} onReply={onReply} seq={answer.seq} client={client} />
      {answer.state !== 'streaming' && (
        <AnswerActions answer={answer} client={client} canAsk={canAsk} onRate={onRate} />
      )}
      {offers && (
        <button type="button" class="outlined" tabIndex={tabIndex} onClick={onPerson}>
          <PersonIcon />
          {texts.talkToPerson}
        </button>
      )}
      {offers && opening && handoff && <handoff.BusinessHours opening={opening} />}
    </>
  );
}
