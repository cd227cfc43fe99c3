/**
 * The transcript is one Tab stop: Tab reaches links and buttons of the current entry only. Otherwise a thousand links would
 * come between the composer and the header.
 */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** True inside the current entry. */
export const RovingTabIndexContext = createContext(true);

/** `tabIndex` for a control inside an entry. */
export const useRovingTabIndex = (): 0 | -1 => (useContext(RovingTabIndexContext) ? 0 : -1);
