/** The launcher's texts in all languages, so that its name needs no further request. The words are those of the widget's catalogues. */
import type { Locale } from '@service/protocol';

/** For one message and more, by the language's own categories of numbers; `#` is replaced by the number. */
type Unread = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string };
type Words = readonly [open: string, close: string, unread: Unread, comma?: string];

const WORDS: Readonly<Record<Locale, Words>> = {
  en: ['Open chat', 'Close chat', { one: '# unread message', other: '# unread messages' }],
  de: ['Chat öffnen', 'Chat schließen', { one: '# ungelesene Nachricht', other: '# ungelesene Nachrichten' }],
  fr: ['Ouvrir le chat', 'Fermer le chat', { one: '# message non lu', other: '# messages non lus' }],
  es: ['Abrir el chat', 'Cerrar el chat', { one: '# mensaje sin leer', other: '# mensajes sin leer' }],
  'pt-BR': ['Abrir o chat', 'Fechar o chat', { one: '# mensagem não lida', other: '# mensagens não lidas' }],
  ar: [
    'فتح المحادثة',
    'إغلاق المحادثة',
    {
      one: 'رسالة واحدة غير مقروءة',
      two: 'رسالتان غير مقروءتين',
      few: '# رسائل غير مقروءة',
      other: '# رسالة غير مقروءة',
    },
    '، ',
  ],
  ja: ['チャットを開く', 'チャットを閉じる', { other: '未読メッセージ#件' }, '、'],
  'zh-Hans': ['打开聊天', '关闭聊天', { other: '# 条未读消息' }, '，'],
};

export interface LauncherTexts {
  readonly unread: (count: number) => string;
  /** The button's accessible name. It begins with what the button does, so that voice control finds "Open chat". */
  readonly name: (isOpen: boolean, count: number) => string;
}

/** `locale`: how numbers are written, such as `ar-EG`. */
export function launcherTexts(language: Locale, locale: string): LauncherTexts {
  const [open, close, forms, comma = ', '] = WORDS[language];
  const unread = (count: number): string =>
    (forms[new Intl.PluralRules(language).select(count)] ?? forms.other).replace('#', count.toLocaleString(locale));
  return { unread, name: (isOpen, count) => (isOpen ? close : count ? open + comma + unread(count) : open) };
}
