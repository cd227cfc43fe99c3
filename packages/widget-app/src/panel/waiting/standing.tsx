/** For who waits for a person: their place in line, above where they write, so that it stays in sight. */
import type { ChatState } from '@service/embed-headless/core';
import { useEffect, useRef, useState } from 'preact/hooks';
import { LINE_WORDS, type LineWords } from '../../texts/line-words.js';
import type { Texts } from '../../texts/texts.js';
import { useTexts } from '../../texts/use-texts.js';
import { wear } from '../../theme/wear.js';
import { type Standing as Place, spokenIn } from './spoken-standing.js';
import standingCss from './standing.css?inline';

wear(standingCss);

interface StandingProps {
  /** Null: nobody has said, or there is no connection. */
  readonly line: ChatState['line'];
}

export function Standing({ line }: StandingProps) {
  const texts = useTexts();
  const words = LINE_WORDS[texts.language];
  const spoken = useSpoken(line);

  const place = line?.place ?? null;
  return (
    <div class="standing">
      {place === null ? (
        <span class="standing-mark waits" aria-hidden="true" />
      ) : (
        // Anew with each number, so that it is seen to move.
        <span key={place} class="standing-mark" aria-hidden="true">
          {numberIn(place, texts)}
        </span>
      )}
      <div class="standing-words">
        <p class="standing-place">{placeInWords(line, words, texts)}</p>
        {line?.attended === false && <p>{words.nobodyThere}</p>}
      </div>
      <div class="visually-hidden" aria-live="polite" data-live>
        {spoken && <p>{[placeInWords(spoken, words, texts), ...(spoken.attended ? [] : [words.nobodyThere])].join('. ')}</p>}
      </div>
    </div>
  );
}

function placeInWords(line: ChatState['line'], words: LineWords, texts: Texts): string {
  if (line?.place == null) return texts.waitingForPerson;
  return line.place === 1 ? words.next : words.inLine(numberIn(line.place, texts));
}

function numberIn(place: number, { locale }: Texts): string {
  return new Intl.NumberFormat(locale).format(place);
}

/** What was said last; changes seldom. */
function useSpoken(line: ChatState['line']): Place | null {
  const [spoken, speak] = useState<Place | null>(null);
  const at = useRef(0);
  useEffect(() => {
    if (!line) return;
    const ms = spokenIn(spoken, line, Date.now() - at.current);
    if (ms === null) return;
    const timer = setTimeout(() => {
      at.current = Date.now();
      speak(line);
    }, ms);
    return () => clearTimeout(timer);
  }, [line?.place, line?.attended]);
  return spoken;
}
