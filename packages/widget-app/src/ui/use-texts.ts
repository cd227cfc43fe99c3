/** The texts for a component, in the language of the chat. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Texts } from '../i18n/texts.js';

/** Null only outside the panel, where no component reads it. */
export const TextsContext = createContext<Texts | null>(null);

export const useTexts = () => useContext(TextsContext) as Texts;
