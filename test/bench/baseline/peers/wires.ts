/** The protocols of the peers, as far as their clients need them. */

export type Arrival =
  /** The client may enter now. */
  | { readonly what: 'greeting' }
  | { readonly what: 'ping'; readonly reply: string }
  | { readonly what: 'event'; readonly name: string; readonly value: unknown }
  | { readonly what: 'answer'; readonly request: number; readonly value: unknown }
  | { readonly what: 'refusal' }
  | null;

export interface Wire {
  readonly path: string;
  /** Whether the server speaks first. */
  readonly greets: boolean;
  /** What a text with events begins with. */
  readonly events: string;
  enter(value: object): string;
  request(request: number, name: string, value: unknown): string;
  read(text: string): Arrival;
}

/** engine.io 4 with one namespace: a digit for the packet, one for its kind, the number of a request, an array. */
export const SOCKET_IO: Wire = {
  path: '/socket.io/?EIO=4&transport=websocket',
  greets: true,
  events: '42["events"',
  enter: (value) => `40${JSON.stringify(value)}`,
  request: (request, name, value) => `42${request}${JSON.stringify([name, value])}`,
  read(text) {
    if (text === '2') return { what: 'ping', reply: '3' };
    if (text.startsWith('0')) return { what: 'greeting' };
    if (text.startsWith('42')) {
      const [name, value] = JSON.parse(text.slice(2));
      return { what: 'event', name, value };
    }
    if (text.startsWith('43')) {
      const body = text.indexOf('[');
      return { what: 'answer', request: Number(text.slice(2, body)), value: JSON.parse(text.slice(body))[0] };
    }
    return text.startsWith('44') ? { what: 'refusal' } : null;
  },
};

/** Each frame is an array: the event's name, its value, and the number of a request. */
export const PLAIN: Wire = {
  path: '/',
  greets: false,
  events: '["events"',
  enter: (value) => JSON.stringify(['hello', value]),
  request: (request, name, value) => JSON.stringify([name, value, request]),
  read(text) {
    const [name, value, request] = JSON.parse(text);
    return name === 'answer' ? { what: 'answer', request, value } : { what: 'event', name, value };
  },
};
