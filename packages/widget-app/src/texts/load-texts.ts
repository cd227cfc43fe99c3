/** From a chosen language to every text of the chat. */
import { en } from './en.js';
import { CATALOGUES, type Choice } from './language.js';
import { type Texts, textsOf } from './texts.js';

/** The texts; English ones when the catalogue can't be fetched, because words in another language beat none. */
export async function loadTexts({ language, locale }: Choice): Promise<Texts> {
  if (language === 'en') return { ...en, locale };
  try {
    return textsOf(await CATALOGUES[language](), locale);
  } catch {
    return en;
  }
}
