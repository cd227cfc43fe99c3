/** Why a message was not sent, in another language than the contract's. Only what a visitor can do something about is told. */
import type { RequestErrorCode } from '@service/protocol';

type Told = 'too_large' | 'conversation_closed' | 'outbox_full' | 'expired';

/** `lead` says that it failed; the other texts say what to do. */
export function notSent(texts: Readonly<Record<'lead' | Told, string>>): (code: RequestErrorCode) => string {
  return (code) => {
    const advice = (texts as Readonly<Partial<Record<string, string>>>)[code];
    return advice ? `${texts.lead} ${advice}` : texts.lead;
  };
}
