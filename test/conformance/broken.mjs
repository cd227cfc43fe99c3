/**
 * Mistakes that clients really make, put between our client and the wire: with each of them a script must fail, or the
 * suite would let such a client pass.
 */

const FAULTS = {
  /** Makes a new id for every attempt to send: the server cannot know that it is the same message. */
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
  /** Takes whatever comes as the next event, whatever number it has. */
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
  /** Takes another log for the one it knows. */
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
  /** Has a token once, and brings it along for ever. */
  'keeps-the-identity-token': () => {
    let kept = {};
    return {
      out(frame) {
        if (frame.t !== 'hello') return frame;
        if (frame.identity) kept = { identity: frame.identity, proof: frame.proof };
        return { ...frame, ...kept };
      },
      into: (frame) => frame,
    };
  },
  /** Comes with the token that it was given first, however often that is refused. */
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
  /** Is content with one secret for all its tokens. */
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
  /** Says that it can do with exchanged tokens, and reads its own when it starts. */
  'claims-to-renew': () => ({
    out: (frame) => (frame.t === 'hello' ? { ...frame, renews: true } : frame),
    into: (frame) => frame,
  }),
};

/** `openSocket` with one of the mistakes above in between. */
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
