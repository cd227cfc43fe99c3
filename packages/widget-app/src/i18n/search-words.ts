/** What the widget says about searching, in every language. Apart from the catalogues: it is fetched with the search. */
import type { ConsentLocale } from '@service/protocol';

export interface SearchWords {
  readonly label: string;
  /** Takes away what was typed. */
  readonly clear: string;
  readonly hint: string;
  readonly searching: string;
  readonly nothing: string;
  readonly found: (count: string) => string;
  /** After that many: there are older ones. */
  readonly more: string;
  readonly failed: string;
  /** In front of a message of another conversation than the one that is open. */
  readonly elsewhere: string;
}

export const SEARCH_WORDS: Readonly<Record<ConsentLocale, SearchWords>> = {
  en: {
    label: 'Search in your messages',
    clear: 'Clear the search',
    hint: 'Type a word, or its beginning.',
    searching: 'Searching…',
    nothing: 'No message has these words.',
    found: (count) => `Messages found: ${count}`,
    more: 'There are older ones. More words find fewer.',
    failed: 'The search doesn’t work just now. Try again in a moment.',
    elsewhere: 'Earlier conversation',
  },
  de: {
    label: 'In Ihren Nachrichten suchen',
    clear: 'Suche leeren',
    hint: 'Geben Sie ein Wort oder dessen Anfang ein.',
    searching: 'Wird gesucht…',
    nothing: 'Keine Nachricht enthält diese Wörter.',
    found: (count) => `Gefundene Nachrichten: ${count}`,
    more: 'Es gibt ältere. Mit mehr Wörtern finden Sie weniger.',
    failed: 'Die Suche geht gerade nicht. Versuchen Sie es gleich noch einmal.',
    elsewhere: 'Früheres Gespräch',
  },
  fr: {
    label: 'Rechercher dans vos messages',
    clear: 'Effacer la recherche',
    hint: 'Saisissez un mot ou son début.',
    searching: 'Recherche…',
    nothing: 'Aucun message ne contient ces mots.',
    found: (count) => `Messages trouvés : ${count}`,
    more: 'Il y en a de plus anciens. Ajoutez des mots pour affiner.',
    failed: 'La recherche ne fonctionne pas pour le moment. Réessayez dans un instant.',
    elsewhere: 'Conversation précédente',
  },
  es: {
    label: 'Buscar en sus mensajes',
    clear: 'Borrar la búsqueda',
    hint: 'Escriba una palabra o su comienzo.',
    searching: 'Buscando…',
    nothing: 'Ningún mensaje contiene estas palabras.',
    found: (count) => `Mensajes encontrados: ${count}`,
    more: 'Hay más antiguos. Añada palabras para afinar.',
    failed: 'La búsqueda no funciona ahora. Inténtelo de nuevo en un momento.',
    elsewhere: 'Conversación anterior',
  },
  'pt-BR': {
    label: 'Buscar nas suas mensagens',
    clear: 'Limpar a busca',
    hint: 'Digite uma palavra ou o começo dela.',
    searching: 'Buscando…',
    nothing: 'Nenhuma mensagem contém essas palavras.',
    found: (count) => `Mensagens encontradas: ${count}`,
    more: 'Há mais antigas. Use mais palavras para refinar.',
    failed: 'A busca não funciona agora. Tente de novo em instantes.',
    elsewhere: 'Conversa anterior',
  },
  ar: {
    label: 'البحث في رسائلك',
    clear: 'مسح البحث',
    hint: 'اكتب كلمة أو بدايتها.',
    searching: 'جارٍ البحث…',
    nothing: 'لا توجد رسالة تحتوي على هذه الكلمات.',
    found: (count) => `عدد الرسائل: ${count}`,
    more: 'توجد رسائل أقدم. أضف كلمات لتضييق البحث.',
    failed: 'البحث لا يعمل الآن. حاول مرة أخرى بعد قليل.',
    elsewhere: 'محادثة سابقة',
  },
  ja: {
    label: 'メッセージを検索',
    clear: '検索語を消す',
    hint: '言葉またはその始まりを入力してください。',
    searching: '検索しています…',
    nothing: 'この言葉を含むメッセージはありません。',
    found: (count) => `見つかったメッセージ：${count}件`,
    more: 'さらに古いものがあります。言葉を増やすと絞り込めます。',
    failed: '今は検索できません。しばらくしてからもう一度お試しください。',
    elsewhere: '以前の会話',
  },
  'zh-Hans': {
    label: '搜索您的消息',
    clear: '清空搜索词',
    hint: '请输入词语或其开头。',
    searching: '正在搜索…',
    nothing: '没有包含这些词语的消息。',
    found: (count) => `找到的消息：${count} 条`,
    more: '还有更早的消息。输入更多词语可缩小范围。',
    failed: '暂时无法搜索，请稍后再试。',
    elsewhere: '之前的对话',
  },
};
