/** What people say besides asking: greetings, thanks, "are you a robot", and the wish for a person. */
import { words } from '@service/realtime-server/text';

export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'identity' | 'person';

const PERSON =
  /\b(?:(?:talk|speak|chat|write|connect|transfer|pass|put)\b.{0,20}\b(?:human|person|agent|someone|somebody|representative|operator|employee|staff|team|people|support)|(?:real|actual|live) (?:human|person|agent|people)|(?:want|need|get|fetch)\b.{0,12}\b(?:a |an |the )?(?:human|person|operator|representative)|^(?:human|person|agent|operator|representative|support)$)/;
const GREETING =
  /^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings|moin|hallo|hola|bonjour)(?: (?:there|you|all|everyone|team|again))*$/;
const THANKS =
  /^(?:ok |okay |great |perfect |cool |super |nice )*(?:thanks|thank you|thx|cheers|ty|merci|danke)(?: .{0,30})?$|^(?:ok|okay|great|perfect|cool|super|nice|got it|alright)$/;
const GOODBYE = /^(?:bye|goodbye|bye bye|see you|see ya|good night|ciao|tschuss)(?: .{0,20})?$/;
const IDENTITY =
  /^(?:(?:who|what) are you|are you (?:a |an )?(?:robot|bot|human|person|real|ai|machine|chatbot)(?: .{0,20})?|am i (?:talking|speaking|chatting) (?:to|with) (?:a |an )?.{0,20}|what can you do|how can you help(?: me)?|what do you know|help)$/;

/** What kind of small talk a message is, or null when it is a question to be answered. */
export function smallTalk(message: string): SmallTalk | null {
  if (message.length > 200) return null;
  const text = words(message).join(' ');
  if (PERSON.test(text)) return 'person';
  if (GREETING.test(text)) return 'greeting';
  if (IDENTITY.test(text)) return 'identity';
  if (GOODBYE.test(text)) return 'goodbye';
  if (THANKS.test(text)) return 'thanks';
  return null;
}
