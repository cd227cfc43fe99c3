/** What the widget says about when people answer, in every language. Apart from the catalogues: not every inbox has people. */
import type { ConsentLocale } from '@service/protocol';

export interface OpeningWords {
  readonly open: string;
  /** `when` is in the visitor's own time, and says so nowhere else. */
  readonly openUntil: (when: string) => string;
  readonly closed: string;
  readonly closedUntil: (when: string) => string;
  /** What becomes of a request made now. Promises no more than is true. */
  readonly stays: string;
}

export const OPENING_WORDS: Readonly<Record<ConsentLocale, OpeningWords>> = {
  en: {
    open: 'Open now',
    openUntil: (when) => `Open now, until ${when} your time`,
    closed: 'Closed now',
    closedUntil: (when) => `Closed now. Back ${when}, your time`,
    stays: 'What you write stays, and the answer will come here.',
  },
  de: {
    open: 'Jetzt geöffnet',
    openUntil: (when) => `Jetzt geöffnet, bis ${when} Ihrer Zeit`,
    closed: 'Jetzt geschlossen',
    closedUntil: (when) => `Jetzt geschlossen. Wieder da: ${when} (Ihre Zeit)`,
    stays: 'Was Sie schreiben, bleibt hier, und die Antwort kommt hier.',
  },
  fr: {
    open: 'Ouvert',
    openUntil: (when) => `Ouvert jusqu’à ${when}, à votre heure`,
    closed: 'Fermé',
    closedUntil: (when) => `Fermé. De retour : ${when}, à votre heure`,
    stays: 'Ce que vous écrivez reste ici, et la réponse arrivera ici.',
  },
  es: {
    open: 'Abierto ahora',
    openUntil: (when) => `Abierto ahora, hasta ${when} en su hora`,
    closed: 'Cerrado ahora',
    closedUntil: (when) => `Cerrado ahora. Volvemos: ${when}, en su hora`,
    stays: 'Lo que escriba se queda aquí, y la respuesta llegará aquí.',
  },
  'pt-BR': {
    open: 'Aberto agora',
    openUntil: (when) => `Aberto agora, até ${when} no seu horário`,
    closed: 'Fechado agora',
    closedUntil: (when) => `Fechado agora. Voltamos: ${when}, no seu horário`,
    stays: 'O que você escrever fica aqui, e a resposta chegará aqui.',
  },
  ar: {
    open: 'مفتوح الآن',
    openUntil: (when) => `مفتوح الآن حتى ${when} بتوقيتك`,
    closed: 'مغلق الآن',
    closedUntil: (when) => `مغلق الآن. نعود ${when} بتوقيتك`,
    stays: 'ما تكتبه يبقى هنا، وسيصلك الرد هنا.',
  },
  ja: {
    open: 'ただいま受付中',
    openUntil: (when) => `ただいま受付中（お客様の時間で${when}まで）`,
    closed: 'ただいま受付時間外',
    closedUntil: (when) => `ただいま受付時間外です。再開：${when}（お客様の時間）`,
    stays: '書いた内容はここに残り、返信もここに届きます。',
  },
  'zh-Hans': {
    open: '现在营业',
    openUntil: (when) => `现在营业，至您当地时间 ${when}`,
    closed: '现在休息',
    closedUntil: (when) => `现在休息。恢复时间：您当地时间 ${when}`,
    stays: '您写的内容会保留，回复也会出现在这里。',
  },
};
