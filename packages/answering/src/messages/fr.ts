/** The server's own messages in French, formal. */
import type { MessageCatalogue } from './catalogue.js';

export const fr: MessageCatalogue = {
  space: ' ',
  quote: (text) => `«\u00a0${text}\u00a0»`,
  toPerson: 'Je peux vous passer une personne.',
  toPersonForThat: 'Pour cela, je peux vous passer une personne.',
  ifNotPerson: 'Si ce n’est pas cela, je peux vous passer une personne.',
  whenStuckPerson: 'Quand je ne peux pas aider, je peux vous passer une personne.',
  tryLater: 'Veuillez réessayer dans quelques minutes.',
  askAgain: 'Veuillez reposer votre question.',
  otherWords: 'Une autre formulation aidera peut-être.',
  ifNotOtherWords: 'Si ce n’est pas cela, essayez avec d’autres mots.',
  tomorrow: 'Revenez demain, s’il vous plaît.',
  unknown:
    'Je ne le sais pas\u00a0: je n’ai rien trouvé à ce sujet dans nos articles d’aide, et je préfère ne pas deviner.',
  near: 'Je ne suis pas certain que cela réponde à votre question. Le plus proche que j’aie\u00a0:',
  nothingAbout: (parts) => `Je n’ai rien trouvé sur le reste (${parts}).`,
  unreadable: 'Je ne peux lire que du texte. Pourriez-vous écrire votre question en quelques mots\u00a0?',
  greeting: (business) => `Bonjour, et bienvenue chez ${business}. Que souhaitez-vous savoir\u00a0?`,
  thanks: 'Je vous en prie. Puis-je faire autre chose pour vous\u00a0?',
  goodbye: 'Au revoir. Cette conversation reste ici si vous revenez.',
  identity: (business) =>
    `Je suis un assistant, pas une personne. Je réponds à partir des articles d’aide de ${business} et je montre d’où vient chaque réponse.`,
  person: 'Bien sûr. Je peux passer cette conversation à une personne.',
  noPerson: 'Il n’y a malheureusement personne à qui vous passer dans ce chat. Je vous aiderai de mon mieux.',
  failed: 'Quelque chose s’est mal passé pendant ma réponse. Reposez votre question, ou parlez à une personne.',
  down: 'Je ne peux pas répondre pour le moment, car un service dont j’ai besoin est injoignable.',
  brokeOff: 'Ma réponse s’est interrompue ici, je suis désolé.',
  empty: 'Je n’ai pas trouvé de mots pour cela, je suis désolé.',
  refused: 'Je ne peux pas vous aider pour cela ici.',
  tooLong: '(Une réponse ne peut pas être plus longue. Demandez la partie dont vous avez le plus besoin.)',
  tooMany: 'J’ai essayé plusieurs choses sans pouvoir terminer, je suis désolé.',
  spentHere: 'J’ai répondu autant que je le peux dans ce chat pour aujourd’hui.',
  spentInbox: 'L’assistant a répondu autant qu’il le peut pour aujourd’hui.',
};
