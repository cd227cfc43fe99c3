/** From a chosen language to every text of the chat. */
import { CATALOGUES, type Choice } from './languages.js';
import { type Texts, textsOf } from './texts.js';

/**
 * The texts; English ones when the catalogue can't be fetched, because words in another language beat none.
 * @throws when neither can be.
 */
export async function loadTexts({ language, locale }: Choice): Promise<Texts> {
  try {
    return textsOf(await CATALOGUES[language](), locale);
  } catch {
    return textsOf(await CATALOGUES.en(), 'en');
  }
}
