import type { Locale } from '@service/protocol';
import { loadTexts, type Texts } from '../../src/i18n/texts.js';
import { addTopics } from '../../src/i18n/topics.js';

/** Every text of a language, as an open conversation has them. */
export async function loadAllTexts(choice: { readonly language: Locale; readonly locale: string }): Promise<Texts> {
  const texts = await loadTexts(choice);
  addTopics(texts, (await texts.loadTopics()).topics);
  return texts;
}
