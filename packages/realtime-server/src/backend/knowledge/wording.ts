/** Every sentence the answerer says in its own words. All others are quoted. */
import type { SmallTalk } from './small-talk.js';

/** `people`: whether somebody can be fetched. */
export const WORDING = {
  unknown: (people: boolean): string =>
    people
      ? 'I don’t know that: I found nothing about it in our help articles, and I’d rather not guess. I can pass you to a person.'
      : 'I don’t know that: I found nothing about it in our help articles, and I’d rather not guess. Asking in other words may help.',
  near: 'I’m not certain that this answers your question. The closest I have:',
  nearEnd: (people: boolean): string =>
    people ? 'If that isn’t it, I can pass you to a person.' : 'If that isn’t it, try asking in other words.',
  rest: (open: readonly string[], people: boolean): string =>
    `I found nothing about the rest (${open.map((part) => `“${part.replace(/[.?!]+$/, '')}”`).join(', ')}).${people ? ' I can pass you to a person for that.' : ''}`,
  unreadable: 'I can only read text. Could you write your question in a few words?',
  smallTalk: (kind: SmallTalk, business: string, people: boolean): string => {
    switch (kind) {
      case 'greeting':
        return `Hello, and welcome to ${business}. What would you like to know?`;
      case 'thanks':
        return 'You’re welcome. Is there anything else?';
      case 'goodbye':
        return 'Goodbye. This conversation stays here in case you come back.';
      case 'identity':
        return `I’m an assistant, not a person. I answer from the help articles of ${business} and show where each answer comes from.${people ? ' When I can’t help, I can pass you to a person.' : ''}`;
      case 'person':
        return people
          ? 'Of course. I can pass this conversation to a person.'
          : 'There is nobody I can pass you to in this chat, I’m sorry. I’ll help as well as I can.';
    }
  },
} as const;
