/**
 * A frame script is data: it lists, step by step, what the server does and what the client must send. This schema has
 * everything a script may contain; CONFORMANCE.md explains it to authors of clients.
 */
import { z } from 'zod';

/** Durations are in milliseconds of the client's own clock, which may run faster than real time. */
const ms = z.int().nonnegative();
const frame = z.looseObject({ t: z.string() });
/** A name of cast.json, or one that a pattern has remembered. */
const name = z.string().regex(/^\$/);
const why = { why: z.string().min(1).optional() };

/** The commands that a client under test reads from its standard input. */
export const commandSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('connect') }),
  z.strictObject({ do: z.literal('send'), text: z.string() }),
  z.strictObject({ do: z.literal('retry'), id: z.string() }),
  z.strictObject({ do: z.literal('discard'), id: z.string() }),
  z.strictObject({ do: z.literal('stop') }),
  z.strictObject({ do: z.literal('older') }),
  z.strictObject({ do: z.literal('read') }),
  z.strictObject({ do: z.literal('typing') }),
  z.strictObject({ do: z.literal('person') }),
  z.strictObject({ do: z.literal('new') }),
  z.strictObject({ do: z.literal('open'), id: z.string() }),
  z.strictObject({ do: z.literal('erase') }),
  z.strictObject({ do: z.literal('withdraw') }),
  z.strictObject({ do: z.literal('wake') }),
  /** The page identifies its logged-in user; null: no user. Its token function answers at once, whenever it is called. */
  z.strictObject({ do: z.literal('identify'), user: z.string().nullable() }),
  z.strictObject({ do: z.literal('logout') }),
  /** What the page says of its visitor, and which page it is, from now on. */
  z.strictObject({ do: z.literal('user'), user: z.looseObject({}) }),
  z.strictObject({ do: z.literal('page'), page: z.looseObject({ url: z.string(), title: z.string() }) }),
  z.strictObject({ do: z.literal('offer'), tools: z.array(z.union([z.looseObject({ name: z.string() }), name])) }),
  z.strictObject({ do: z.literal('finish'), call: z.string(), json: z.string() }),
  z.strictObject({ do: z.literal('decide'), call: z.string(), approved: z.boolean() }),
]);

const shownMessage = z.strictObject({
  seq: z.int().positive().nullable().optional(),
  from: z.enum(['visitor', 'person', 'agent']).optional(),
  text: z.string().optional(),
  state: z.enum(['sending', 'sent', 'failed', 'streaming', 'done', 'stopped']).optional(),
  code: z.string().optional(),
  id: z.string().optional(),
  /** Names of its files. */
  files: z.array(z.string()).optional(),
});

/**
 * What a client under test reports that it shows. In a script: the fields that must match; `messages` and `runs` are
 * complete lists.
 */
export const shownSchema = z.strictObject({
  connection: z.enum(['idle', 'connecting', 'connected', 'reconnecting', 'closed']).optional(),
  handledBy: z.enum(['agent', 'queued', 'human', 'closed']).optional(),
  typing: z.array(z.string()).optional(),
  /** The visitor's place among the visitors who wait for a person; null: none is shown. */
  line: z.int().positive().nullable().optional(),
  unread: z.int().nonnegative().optional(),
  messages: z.array(shownMessage).optional(),
  /** Functions of the page that this program has begun, oldest first. */
  runs: z
    .array(
      z.strictObject({
        call: z.string(),
        name: z.string(),
        args: z.record(z.string(), z.unknown()),
        stopped: z.boolean(),
      }),
    )
    .optional(),
});

export const stepSchema = z.union([
  /** Plays the steps of a part, see parts.json. */
  z.strictObject({ play: z.string(), ...why }),
  z.strictObject({ tell: commandSchema, ...why }),
  /** A connection must come; it becomes the current one, under this name. */
  z.strictObject({ connect: z.string(), notBefore: ms.optional(), ...why }),
  /** The next frame on the current connection must match. */
  z.strictObject({ expect: frame, notBefore: ms.optional(), ...why }),
  z.strictObject({ send: frame, on: z.string().optional(), ...why }),
  /** A frame of a later version: it doesn't fit our schema, and a client must still accept it. */
  z.strictObject({ sendNewer: frame, ...why }),
  /** A malformed frame. */
  z.strictObject({ sendBroken: frame, ...why }),
  z.strictObject({ sendText: z.string(), ...why }),
  z.strictObject({ sendBinary: z.string(), ...why }),
  /** A ping and its pong: after it, the client has read everything sent before. */
  z.strictObject({ fence: z.literal(true), ...why }),
  z.strictObject({ shows: shownSchema, ...why }),
  /** For this long, no connection and no frame that matters. */
  z.strictObject({ silence: ms, ...why }),
  z.strictObject({ close: z.int(), reason: z.string().optional(), ...why }),
  /** Destroys the TCP connection without a close frame. */
  z.strictObject({ cut: z.literal(true), on: z.string().optional(), ...why }),
  /** Reads nothing more from the current connection: it is half-open. What the server sends still arrives. */
  z.strictObject({ freeze: z.literal(true), ...why }),
  /** Kills the client's process and starts it again with its storage. */
  z.strictObject({ restart: z.literal(true), ...why }),
  /** Commands go to this program from now on. If it isn't running, it is started with the same storage as the others. */
  z.strictObject({ program: z.string(), ...why }),
  /** The client's storage contains none of these texts. */
  z.strictObject({ keepsNone: z.array(z.string()).min(1), ...why }),
]);

export const scriptSchema = z.strictObject({
  /** A sentence about what a visitor, or the server, can rely on. */
  title: z.string().min(10),
  /** The rules of CONFORMANCE.md that this script checks. */
  proves: z.array(z.string().regex(/^C-\d{2,3}$/)).min(1),
  /** Makes every random delay this part of its range. Only clients with the ability `fraction` play the script. */
  fraction: z.number().min(0).lt(1).optional(),
  /** True: it needs functions of a page. Only clients with the ability `tools` play it. */
  tools: z.literal(true).optional(),
  /** True: only clients that show places in line play it. */
  line: z.literal(true).optional(),
  /** True: only clients that say something of their visitor and their page play it. */
  context: z.literal(true).optional(),
  /** False: the client's own pings stay unanswered. */
  answersPings: z.boolean().optional(),
  steps: z.array(stepSchema).min(1),
});

export const partsSchema = z.record(z.string(), z.array(stepSchema).min(1));

export type Frame = z.infer<typeof frame>;
export type Command = z.infer<typeof commandSchema>;
export type Step = z.infer<typeof stepSchema>;
export type Script = z.infer<typeof scriptSchema>;
