/**
 * What the assistant may do on this page: look up an order, and cancel one after the customer has confirmed. The shop's
 * backend checks every request itself (demo/shop/orders.mjs).
 */
import { defineTool } from '@service/embed-sdk/tools';

const ORDER = {
  type: 'object',
  properties: { order: { type: 'string', description: 'Its number, such as A-1001', pattern: '^[A-Z]-[0-9]{4}$' } },
  required: ['order'],
  additionalProperties: false,
} as const;

async function request(path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(path, init);
  const answer = (await response.json()) as { readonly error?: string };
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

export const lookUpOrder = defineTool({
  name: 'get_order_status',
  title: 'Look up an order',
  description: 'Where an order of this customer is, what is in it and what it cost.',
  effects: 'read',
  parameters: ORDER,
  handler: ({ order }, { signal }) => request(`/api/orders/${order}`, { signal }),
});

export const cancelOrder = defineTool({
  name: 'cancel_order',
  title: 'Cancel an order',
  description: 'Cancels an order of this customer that is still being packed. It can’t be taken back.',
  effects: 'once',
  parameters: ORDER,
  // It may have to wait for the packing room: given up too early, its outcome would be unknown.
  timeoutMs: 120_000,
  confirm: ({ order }) => ({
    title: `Cancel order ${order}?`,
    body: 'The money goes back the way it came, within three days.',
    danger: true,
  }),
  handler: ({ order }, { signal, idempotencyKey }) =>
    request(`/api/orders/${order}/cancel`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: '{}',
      signal,
    }),
});
