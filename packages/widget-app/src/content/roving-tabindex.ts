/**
 * The transcript is one Tab stop, and so is everything in it: links and buttons can be tabbed to in the entry the visitor
 * is at, and in no other. With a thousand links above, the way back from the composer would be long otherwise.
 */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export const RovingTabIndexContext = createContext(true);

/** `tabIndex` for a control inside an entry. */
export const useRovingTabIndex = (): 0 | -1 => (useContext(RovingTabIndexContext) ? 0 : -1);
