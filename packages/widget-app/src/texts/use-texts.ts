/** The words for a component: in the language that was chosen for the whole chat. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { en } from './en.js';

export const TextsContext = createContext(en);

export const useTexts = () => useContext(TextsContext);
