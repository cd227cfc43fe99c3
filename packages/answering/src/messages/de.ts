/** The server's own messages in German, formal. */
import type { MessageCatalogue } from './catalogue.js';

export const de: MessageCatalogue = {
  space: ' ',
  quote: (text) => `„${text}“`,
  toPerson: 'Ich kann Sie an einen Menschen weitergeben.',
  toPersonForThat: 'Dafür kann ich Sie an einen Menschen weitergeben.',
  ifNotPerson: 'Wenn es das nicht ist, kann ich Sie an einen Menschen weitergeben.',
  whenStuckPerson: 'Wenn ich nicht helfen kann, kann ich Sie an einen Menschen weitergeben.',
  tryLater: 'Bitte versuchen Sie es in ein paar Minuten noch einmal.',
  askAgain: 'Bitte fragen Sie noch einmal.',
  otherWords: 'Vielleicht hilft es, mit anderen Worten zu fragen.',
  ifNotOtherWords: 'Wenn es das nicht ist, fragen Sie bitte mit anderen Worten.',
  tomorrow: 'Bitte kommen Sie morgen wieder.',
  unknown: 'Das weiß ich nicht: In unseren Hilfeartikeln habe ich nichts dazu gefunden, und raten möchte ich nicht.',
  near: 'Ich bin nicht sicher, ob das Ihre Frage beantwortet. Am nächsten kommt:',
  nothingAbout: (parts) => `Zum Rest (${parts}) habe ich nichts gefunden.`,
  unreadable: 'Ich kann nur Text lesen. Könnten Sie Ihre Frage in ein paar Worten schreiben?',
  greeting: (business) => `Guten Tag, und willkommen bei ${business}. Was möchten Sie wissen?`,
  thanks: 'Gern geschehen. Kann ich sonst noch etwas für Sie tun?',
  goodbye: 'Auf Wiedersehen. Dieses Gespräch bleibt hier, falls Sie wiederkommen.',
  identity: (business) =>
    `Ich bin ein Assistent, kein Mensch. Ich antworte aus den Hilfeartikeln von ${business} und zeige, woher jede Antwort stammt.`,
  person: 'Natürlich. Ich kann dieses Gespräch an einen Menschen weitergeben.',
  noPerson: 'In diesem Chat gibt es leider niemanden, an den ich Sie weitergeben kann. Ich helfe, so gut ich kann.',
  failed:
    'Beim Antworten ist etwas schiefgegangen. Bitte fragen Sie noch einmal, oder sprechen Sie mit einem Menschen.',
  down: 'Ich kann gerade nicht antworten, weil ein Dienst, den ich dafür brauche, nicht erreichbar ist.',
  brokeOff: 'Meine Antwort ist hier leider abgebrochen.',
  empty: 'Dazu habe ich leider keine Worte gefunden.',
  refused: 'Dabei kann ich hier nicht helfen.',
  tooLong: '(Länger kann eine Antwort nicht sein. Fragen Sie nach dem Teil, den Sie am meisten brauchen.)',
  tooMany: 'Ich habe mehreres versucht und konnte es leider nicht zu Ende bringen.',
  spentHere: 'In diesem Chat habe ich für heute so viel geantwortet, wie ich darf.',
  spentInbox: 'Der Assistent hat für heute so viel geantwortet, wie er darf.',
};
