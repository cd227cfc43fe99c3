/** What the widget says to who waits for a person, in every language. Apart from the catalogues: few visitors ever wait. */
import type { ConsentLocale } from '@service/protocol';

export interface LineWords {
  readonly inLine: (place: string) => string;
  readonly next: string;
  /** Nobody sits where people answer. Promises no more than is true: what is written stays, and so does the place. */
  readonly nobodyThere: string;
}

export const LINE_WORDS: Readonly<Record<ConsentLocale, LineWords>> = {
  en: {
    inLine: (place) => `You are number ${place} in line`,
    next: 'You are next',
    nobodyThere: 'Nobody is here just now. What you write stays, and the answer will come here.',
  },
  de: {
    inLine: (place) => `Sie sind Nummer ${place} in der Warteschlange`,
    next: 'Sie sind als Nächstes an der Reihe',
    nobodyThere: 'Gerade ist niemand da. Was Sie schreiben, bleibt hier, und die Antwort kommt hier.',
  },
  fr: {
    inLine: (place) => `Votre place dans la file : ${place}`,
    next: 'C’est bientôt votre tour',
    nobodyThere: 'Il n’y a personne pour le moment. Ce que vous écrivez reste ici, et la réponse arrivera ici.',
  },
  es: {
    inLine: (place) => `Su puesto en la cola: ${place}`,
    next: 'El siguiente turno es el suyo',
    nobodyThere: 'Ahora no hay nadie. Lo que escriba se queda aquí, y la respuesta llegará aquí.',
  },
  'pt-BR': {
    inLine: (place) => `Seu lugar na fila: ${place}`,
    next: 'O próximo atendimento é o seu',
    nobodyThere: 'Não há ninguém agora. O que você escrever fica aqui, e a resposta chegará aqui.',
  },
  ar: {
    inLine: (place) => `رقمك في قائمة الانتظار: ${place}`,
    next: 'دورك هو التالي',
    nobodyThere: 'لا يوجد أحد الآن. ما تكتبه يبقى هنا، وسيصلك الرد هنا.',
  },
  ja: {
    inLine: (place) => `順番待ちは${place}番目です`,
    next: '次があなたの番です',
    nobodyThere: 'ただいま担当者がおりません。書いた内容はここに残り、返信もここに届きます。',
  },
  'zh-Hans': {
    inLine: (place) => `您排在第 ${place} 位`,
    next: '下一位就是您',
    nobodyThere: '现在没有人员在线。您写的内容会保留，回复也会出现在这里。',
  },
};
