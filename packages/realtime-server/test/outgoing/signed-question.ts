/** A question to a service, and what signs and sends it. */
import type { RequestListener } from 'node:http';
import type { RetryClock, SignedMessage } from '../../dist/outgoing/signed-request.js';

export const SECRET = 'cwsk_test-secret-of-thirty-two-characters-or-more';
export const signing = { keyId: 'sk_1', secret: SECRET };
export const question: SignedMessage = {
  id: 'qst_1',
  inbox: 'demo',
  type: 'question',
  data: { text: 'Grüße, 你好 😀' },
};
/** No time passes but what the other side takes. */
export const times: RetryClock = { now: Date.now, fraction: () => 0.5, pause: async () => undefined };

export const json =
  (body: unknown): RequestListener =>
  (_request, response) =>
    void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
