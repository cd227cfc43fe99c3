/**
 * What the shop lets the chat's assistant do on this page. The functions run here, in the customer's own session, and each
 * asks the shop's backend, which decides for itself (demo/orders.mjs). The assistant only ever proposes.
 */
const ask = async (path, { key, signal, body } = {}) => {
  const response = await fetch(path, {
    signal,
    ...(key && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body ?? {}),
    }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
};
const ORDER = {
  type: 'object',
  properties: { order: { type: 'string', description: 'Its number, such as A-1001', pattern: '^[A-Z]-[0-9]{4}$' } },
  required: ['order'],
  additionalProperties: false,
};

export const tools = [
  {
    name: 'get_order_status',
    title: 'Look up an order',
    description: 'Where an order of this customer is, what is in it and what it cost.',
    effects: 'read',
    parameters: ORDER,
    handler: ({ order }, { signal }) => ask(`/api/orders/${order}`, { signal }),
  },
  {
    name: 'apply_coupon',
    title: 'Use a coupon',
    description: 'Puts a coupon’s discount on this customer’s basket. Doing it twice is the same as once.',
    effects: 'idempotent',
    parameters: {
      type: 'object',
      properties: { code: { type: 'string', description: 'In capitals, such as WELCOME10' } },
      required: ['code'],
      additionalProperties: false,
    },
    handler: async ({ code }, { signal, idempotencyKey }) => {
      const used = await ask('/api/basket/coupon', { key: idempotencyKey, signal, body: { code } });
      document.querySelector('[data-coupon]')?.replaceChildren(`−${used.percent} %`);
      return used;
    },
  },
  {
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
    handler: async ({ order }, { signal, idempotencyKey, progress }) => {
      progress({ text: 'Telling the packing room', fraction: 0.5 });
      return ask(`/api/orders/${order}/cancel`, { key: idempotencyKey, signal });
    },
  },
];

/** The chat's script comes when it comes; pages that start the chat by themselves pass `tools` on their own. */
const tag = document.querySelector('script[src*="/embed/v1"]');
const register = () => {
  for (const tool of tools) globalThis.ServiceWidget.registerTool(tool);
};
if (globalThis.ServiceWidget) register();
else tag?.addEventListener('load', register);
