/**
 * Checks a visitor's answer against the form in the log; nothing of the form comes from the client. A form can be answered
 * until a later one replaces it. The store makes sure that each is answered once.
 */
import {
  createFormAnswer,
  type FilledForm,
  type Form,
  type FormErrorCode,
  FRAME_LIMITS,
  fillForm,
  formAnswerToText,
  type LogBody,
  type LogEvent,
  readFormAnswer,
  readParts,
} from '@service/protocol';
import type { Store } from '../../store/store.js';

export type Answered =
  | { readonly ok: true; readonly body: Extract<LogBody, { kind: 'message' }> }
  | { readonly ok: false; readonly code: FormErrorCode };

/** The form that an event asks, or null. */
function formIn({ by, body }: LogEvent): Form | null {
  if (by.kind === 'visitor' || !('parts' in body) || body.parts === undefined) return null;
  return readParts(body.parts).find((part) => part.type === 'form') ?? null;
}

/** `clientId`: the id of the answer. An answer that is in the log under this id already is accepted as it was. */
export async function answerForm(
  store: Store,
  conversation: string,
  clientId: string,
  { form: at, values }: FilledForm,
): Promise<Answered> {
  const [asked] = await store.eventsAfter(conversation, at - 1, 1);
  const form = asked && formIn(asked);
  if (!form) return { ok: false, code: 'form_gone' };
  const filled = fillForm(form, values);
  if (!filled.ok) return { ok: false, code: 'form_invalid' };
  const since = await standing(store, conversation, clientId, at);
  if (since !== 'open') return { ok: false, code: since };
  const answer = createFormAnswer(form, at, filled.values);
  return { ok: true, body: { kind: 'message', text: formAnswerToText(answer), parts: JSON.stringify([answer]) } };
}

async function standing(
  store: Store,
  conversation: string,
  clientId: string,
  at: number,
): Promise<'open' | 'form_answered' | 'form_gone'> {
  let found: 'open' | 'form_answered' | 'form_gone' = 'open';
  for (let after = at; ; ) {
    const events = await store.eventsAfter(conversation, after, FRAME_LIMITS.replayEvents);
    for (const event of events) {
      const { by, body } = event;
      const parts = body.kind === 'message' && by.kind === 'visitor' && body.parts;
      // Sent again after its acknowledgement was lost: what was asked since then does not matter.
      if (by.kind === 'visitor' && event.clientId === clientId) return 'open';
      if (parts && readFormAnswer(parts)?.form === at) found = 'form_answered';
      else if (found === 'open' && formIn(event)) found = 'form_gone';
    }
    const last = events.at(-1);
    if (!last || events.length < FRAME_LIMITS.replayEvents) return found;
    after = last.seq;
  }
}
