/** Beside the offer of a person: whether people answer now, and until or from when. */
import type { Opening } from '@service/protocol';
import { useTexts } from '../../texts/use-texts.js';
import { openingInWords } from './opening-in-words.js';
import { useOpening } from './use-opening.js';

export function OpeningLine({ opening }: { readonly opening: Opening }) {
  const texts = useTexts();
  const now = useOpening(opening);
  return now && <p class={`opening ${now.isOpen ? 'open' : 'closed'}`}>{openingInWords(now, Date.now(), texts)}</p>;
}
