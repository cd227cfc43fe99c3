/** What the visitor is told in our own words when the model can't be heard. Never says what exactly went wrong. */
import type { Scope } from './budget.js';

const person = (people: boolean): string => (people ? ' I can pass you to a person.' : '');

/** `people`: whether somebody can be fetched. */
export const WORDING = {
  down: (people: boolean): string =>
    `I can’t answer at the moment, because a service I rely on isn’t reachable.${person(people) || ' Please try again in a few minutes.'}`,
  brokeOff: (people: boolean): string =>
    `(My answer broke off here, I’m sorry.${person(people) || ' Please ask again.'})`,
  empty: (people: boolean): string =>
    `I found no words for that, I’m sorry.${person(people) || ' Asking in other words may help.'}`,
  refused: (people: boolean): string => `I can’t help with that here.${person(people)}`,
  tooLong: '(This is as long as an answer can be. Ask for the part you need most.)',
  tooMany: (people: boolean): string =>
    `I tried several things and could not finish, I’m sorry.${person(people) || ' Please ask again.'}`,
  spent: (scope: Scope, people: boolean): string =>
    `${
      scope === 'inbox'
        ? 'The assistant has answered as much as it may for today.'
        : 'I’ve answered as much as I may in this chat for today.'
    }${person(people) || ' Please come back tomorrow.'}`,
} as const;
