/** The words for a component: in the language that was chosen for the whole chat. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Texts } from '../i18n/texts.js';

/** There is no word before there is a catalogue, so nothing is drawn outside of it. */
export const TextsContext = createContext<Texts | null>(null);

export const useTexts = () => useContext(TextsContext) as Texts;
