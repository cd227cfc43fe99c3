/** What a peer does, whatever its transport and its store: who enters, what they missed, what they write. */
import { createHash, randomBytes } from 'node:crypto';

const REPLAY = 500;
const SNAPSHOT = 50;
const PAGE = 100;
const TEXT_LENGTH = 8_000;

const hashOf = (token) => createHash('sha256').update(token).digest('hex');

export function createChat(store) {
  return {
    /** The visitor with this token, or a new one. */
    async enter(token) {
      const known = typeof token === 'string' ? await store.conversationOf(hashOf(token)) : undefined;
      if (known) return { token, conversation: known };
      const visitor = { token: randomBytes(32).toString('base64url'), conversation: randomBytes(12).toString('hex') };
      await store.begin(hashOf(visitor.token), visitor.conversation, Date.now());
      return visitor;
    },
    /** What came after a number, or the newest messages for a visitor who names none. */
    async missed(conversation, after) {
      return Number.isSafeInteger(after)
        ? store.after(conversation, after, REPLAY)
        : store.before(conversation, Number.MAX_SAFE_INTEGER, SNAPSHOT);
    },
    async page(conversation, before) {
      return store.before(conversation, before, PAGE);
    },
    /** Resolves after the commit. `publish` is given a message that was not stored before. */
    async write(conversation, message, publish) {
      const { cid, text } = message ?? {};
      if (typeof cid !== 'string' || typeof text !== 'string' || text.length > TEXT_LENGTH) return { error: 'bad' };
      const at = Date.now();
      const { id, isNew } = await store.add(cid, conversation, text, at);
      if (isNew) publish([{ id, cid, text, at }]);
      return { id };
    },
  };
}
