/** Adds what only a conversation says to the texts of the panel. */
import type { PublicInbox } from '@service/protocol';
import type { Advised, Topics } from './catalogue.js';
import { createCounter, ownTexts, type Texts, type WithTexts } from './texts.js';

/** `inbox`: its own wording goes before the language's. */
export function addTopics(
  texts: Texts,
  topics: Topics,
  inbox: WithTexts & Pick<PublicInbox, 'otherContact'> = {},
): void {
  const { jumpToNew, failed, ...words } = topics;
  const adviceOn = (code: string, english: string): string | undefined => {
    // Paused after this chat was opened.
    if (code === 'inbox_paused') return [texts.paused, inbox.otherContact].filter(Boolean).join(' ');
    // The server may send a code that this widget doesn't know.
    return texts.language === 'en' ? english : Object.hasOwn(failed, code) ? failed[code as Advised] : undefined;
  };
  const added: Partial<Texts> = {
    ...words,
    jumpToNew: createCounter(texts)(jumpToNew),
    failed: (code, english) => [failed.lead, adviceOn(code, english)].filter(Boolean).join(' '),
    advice: (code, english) => adviceOn(code, english) ?? failed.lead,
  };
  Object.assign(texts, added, ownTexts(inbox, texts.language));
}
