import { chooseLanguage, LOCALES, type Locale } from '@service/protocol';

/** Where the word is not "Chat". */
const TITLES: { readonly [Language in Locale]?: string } = { ar: 'محادثة', ja: 'チャット', 'zh-Hans': '聊天' };

/** The name of the frame for screen readers. `language`: what the page asks for; empty: the browser's languages decide. */
export function frameTitle(language: string): string {
  return TITLES[chooseLanguage([language, ...navigator.languages], LOCALES).language] ?? 'Chat';
}
