/**
 * Typical mistakes of clients, made between our client and its socket. With each of them a script must fail; otherwise
 * the suite would let such a client pass.
 */

const FAULTS = {
  /** Makes a new id for every attempt to send, so the server cannot recognize the same message. */
  'new-id-on-resend': () => {
    const sent = new Map();
    const back = new Map();
    return {
      out(frame) {
        if (frame.t !== 'append') return frame;
        const times = (sent.get(frame.clientId) ?? 0) + 1;
        sent.set(frame.clientId, times);
        if (times === 1) return frame;
        const clientId = `${frame.clientId}-${times}`;
        back.set(clientId, frame.clientId);
        return { ...frame, clientId };
      },
      into: (frame) => (back.has(frame.clientId) ? { ...frame, clientId: back.get(frame.clientId) } : frame),
    };
  },
  /** Applies each event as the next one, whatever its number is. */
  'applies-over-a-gap': () => {
    let next = 1;
    return {
      out: (frame) => frame,
      into(frame) {
        if (frame.t === 'following') next = frame.from;
        if (frame.t !== 'events') return frame;
        const events = frame.events.map((event) => {
          if (event.seq < next) return event;
          next += 1;
          return { ...event, seq: next - 1 };
        });
        return { ...frame, events };
      },
    };
  },
  /** Goes on with its copy when the log has another epoch. */
  'ignores-the-epoch': () => {
    let first = null;
    return {
      out: (frame) => frame,
      into(frame) {
        if (frame.epoch === undefined) return frame;
        first ??= frame.epoch;
        const epoch = first;
        return frame.t === 'following' && frame.epoch !== first
          ? { ...frame, epoch, mode: 'replay' }
          : { ...frame, epoch };
      },
    };
  },
  /** Sends its identity token with every `hello`, also after a `welcome`. */
  'keeps-the-identity-token': () => {
    let stored = {};
    return {
      out(frame) {
        if (frame.t !== 'hello') return frame;
        if (frame.identity) stored = { identity: frame.identity, proof: frame.proof };
        return { ...frame, ...stored };
      },
      into: (frame) => frame,
    };
  },
  /** Sends the first identity token it had, also after the server refused it. */
  'keeps-the-refused-token': () => {
    let first = null;
    return {
      out(frame) {
        if (frame.t !== 'hello' || !frame.identity) return frame;
        first ??= { identity: frame.identity, proof: frame.proof };
        return { ...frame, ...first };
      },
      into: (frame) => frame,
    };
  },
  /** Uses one proof for all its identity tokens. */
  'keeps-the-proof': () => {
    let first = null;
    return {
      out(frame) {
        if (frame.t !== 'hello' || !frame.proof) return frame;
        first ??= frame.proof;
        return { ...frame, proof: first };
      },
      into: (frame) => frame,
    };
  },
  /** Sends the whole address of its page, whatever the server takes. */
  'sends-the-whole-address': () => ({
    out: (frame) =>
      frame.t === 'context' && frame.page
        ? { ...frame, page: { ...frame.page, url: `${frame.page.url}?token=4711` } }
        : frame,
    into: (frame) => frame,
  }),
  /** Sends its page to every server. */
  'sends-its-page-unasked': () => ({
    out: (frame) => (frame.t === 'context' ? { ...frame, page: { url: '', title: 'Prices' } } : frame),
    into: (frame) => frame,
  }),
  /** Sends `renews`, but reads the session's token only when it starts. */
  'claims-to-renew': () => ({
    out: (frame) => (frame.t === 'hello' ? { ...frame, renews: true } : frame),
    into: (frame) => frame,
  }),
};

/** `openSocket` with one of the mistakes above. */
export function broken(openSocket, name) {
  if (!Object.hasOwn(FAULTS, name)) throw new Error(`There is no fault ${name}, only ${Object.keys(FAULTS)}.`);
  const fault = FAULTS[name]();
  return (url, protocol, events) => {
    const socket = openSocket(url, protocol, {
      ...events,
      message: (data) => events.message(JSON.stringify(fault.into(JSON.parse(data)))),
    });
    return { ...socket, send: (text) => socket.send(JSON.stringify(fault.out(JSON.parse(text)))) };
  };
}
