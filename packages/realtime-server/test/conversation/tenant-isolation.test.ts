/**
 * No one reaches what is another's, by any name of it, in any field of any frame. The frames, their fields and what fits into
 * these are read from the contract: a frame or a field that is added to it is tried here as soon as it is there. What must
 * hold for each: the answer is the one that a name has which doesn't exist, nothing of the other is in it, and of the other
 * nothing has changed.
 */
import { type ClientFrame, SERVER_ID, SESSION_TOKEN, type ServerFrame } from '@service/protocol';
import { clientFrameSchema } from '@service/protocol/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyShare } from '../../../../test/support/runs/daily.js';
import { type Shape, shapesOf, type TextField, withText } from '../../../../test/support/wire/schema-shapes.js';
import { SHARED_STORES, type SharedStore } from '../store/shared-stores.js';
import type { TestServer } from '../support/serve.js';
import {
  arrive,
  enter,
  helloOf,
  SHOPS,
  type Shop,
  settle,
  type Tenant,
  twoTenants,
  watchOver,
} from '../support/two-tenants.js';
import type { WireClient } from '../support/wire-client.js';

/** Stand for what the stranger has; a fresh one for each few frames. */
const OWN = { conversation: 'cnv_own0000000000000000', session: `cws_${'o'.repeat(43)}` } as const;
/** Frames of one socket, before it would be asked to slow down. */
const PER_SOCKET = 4;
/** The stranger's own log comes when it comes, and is as long as it is. */
const OF_ONES_OWN_LOG: readonly string[] = [
  'following',
  'events',
  'live',
  'seen',
  'line',
  'delta',
  'read',
  'ping',
  'pong',
];
const ANY_TEXT = 'any words, at all';
const A_WORD = 'a-plain-word-0001';

interface Case {
  readonly frame: Shape['example'];
  /** The other's names, their fields, and a name there that does not exist. */
  readonly placed: readonly { readonly field: TextField; readonly name: string; readonly unknown: string }[];
}

let store: SharedStore;
let server: TestServer;
let victim: Tenant;
/** What only the victim's side knows. */
let secrets: ReadonlySet<string>;
let untouched: () => Promise<void>;

/** A name of the same make that no one has. */
function unknownLike(name: string, field: TextField): string {
  const taken = new Set([...victim.names.values()].flatMap((texts) => [...texts]));
  for (let at = name.length - 1; at >= 0; at--)
    for (const letter of 'aAbB01c')
      if (/[A-Za-z0-9]/.test(name[at] ?? '') && letter !== name[at]) {
        const other = name.slice(0, at) + letter + name.slice(at + 1);
        if (field.takes(other) && !taken.has(other)) return other;
      }
  throw new Error(`Nothing else fits where ${name} does.`);
}

/** Every frame with the victim's names in each place where they fit, one by one, and in all places at once. */
function casesFor(shop: Shop): readonly Case[] {
  const own: Record<string, string> = { ...OWN, inbox: shop, origin: SHOPS[shop] };
  const shapes = shapesOf(clientFrameSchema, (name, takes) => (takes(own[name] ?? '') && own[name]) || null);
  return shapes.flatMap(({ example, texts }) => {
    const namesFor = (field: TextField): readonly string[] => {
      const [conversation = ''] = victim.names.get('conversation') ?? [];
      // Where only names of the server's making fit, all of them; elsewhere those that are called like the field, and one more.
      const tried = !field.takes(A_WORD)
        ? [...secrets]
        : [conversation, ...(field.takes(ANY_TEXT) ? [] : (victim.names.get(field.name) ?? []))].filter((name) =>
            secrets.has(name),
          );
      // The token of a session makes its holder that visitor, in every field that takes one.
      return tried.filter((name) => field.takes(name) && !(SESSION_TOKEN.test(name) && shop === victim.shop));
    };
    const place = (field: TextField, name: string) => ({ field, name, unknown: unknownLike(name, field) });
    const one = texts.flatMap((field) =>
      [...new Set(namesFor(field))].map((name): Case => ({ frame: example, placed: [place(field, name)] })),
    );
    const everywhere = texts.flatMap((field) => {
      const [name] = [...(victim.names.get(field.name) ?? [])].filter((each) => namesFor(field).includes(each));
      return name === undefined ? [] : [place(field, name)];
    });
    return everywhere.length > 1 ? [...one, { frame: example, placed: everywhere }] : one;
  });
}

const filled = ({ frame, placed }: Case, by: 'name' | 'unknown'): Shape['example'] =>
  placed.reduce((given, each) => withText(given, each.field.path, each[by]), frame);

/** A reply without what differs by recipient: its kind, its subject, the reason of a refusal. */
function saysOf(frames: readonly ServerFrame[], placed: readonly string[]): readonly unknown[] {
  const about = (name: string | undefined): string | undefined =>
    name !== undefined && placed.includes(name)
      ? '(what was asked for)'
      : name?.replace(SERVER_ID, 'something of the stranger’s');
  return frames
    .filter(({ t }) => !OF_ONES_OWN_LOG.includes(t))
    .map((frame) => {
      const { t, id, re, code, retry } = frame as {
        t: string;
        id?: string;
        re?: string;
        code?: string;
        retry?: boolean;
      };
      return { t, id: about(id), re: about(re), code, retry };
    });
}

/** What comes back for one frame, up to the pong behind it or the end of the socket. */
async function answerTo(client: WireClient, frame: string): Promise<readonly ServerFrame[]> {
  const mark = client.frames.length;
  client.sendRaw(frame);
  client.send({ t: 'ping', n: mark + 1 });
  const over = (): boolean =>
    client.closed !== null || client.frames.slice(mark).some((each) => each.t === 'pong' && each.n === mark + 1);
  await client.until(over, 'an answer');
  return client.frames.slice(mark);
}

class Stranger {
  private client: WireClient | null = null;
  private sent = 0;
  /** What this stranger has sent: it may come back to them, as their own. */
  private readonly asked = new Set<string>();

  constructor(
    private readonly shop: Shop,
    private readonly identified: boolean,
    private readonly who: string,
  ) {}

  async ask(frame: Shape['example'], placed: readonly string[]) {
    for (const name of placed) this.asked.add(name);
    const isHello = (frame as { t: string }).t === 'hello';
    if (isHello) await this.leave();
    this.client ??= isHello ? await arrive(server) : await enter(server, helloOf(this.shop, this.who, this.identified));
    const { client } = this;
    const token = isHello ? null : client.token;
    const text = JSON.stringify(frame)
      .replaceAll(OWN.conversation, token === null ? OWN.conversation : client.conversation)
      .replaceAll(`"${OWN.session}"`, token === null ? 'null' : JSON.stringify(token));
    const frames = await answerTo(client, text);
    const { closed } = client;
    this.sent += 1;
    if (isHello || closed || this.sent >= PER_SOCKET) await this.leave();
    return { leaks: leaksIn(frames, this.asked), frames, code: closed?.code ?? null, says: saysOf(frames, placed) };
  }

  async leave(): Promise<void> {
    await this.client?.close();
    this.client = null;
    this.sent = 0;
  }
}

/** What of the victim is in these frames besides the names that were asked for. */
function leaksIn(frames: readonly ServerFrame[], asked: ReadonlySet<string>): readonly string[] {
  const text = JSON.stringify(frames);
  return [...secrets].filter((secret) => !asked.has(secret) && text.includes(JSON.stringify(secret).slice(1, -1)));
}

const STRANGERS = [
  ['another visitor of the same business', 'first', false],
  ['another customer whom the same business knows', 'first', true],
  ['a visitor of another business', 'second', false],
  ['a customer of another business', 'second', true],
] as const;

describe.each(SHARED_STORES)('two businesses on one %s', (_name, begin) => {
  beforeAll(async () => {
    store = await begin();
    server = await twoTenants(store);
    victim = await settle(server, 'first', 'kim');
    const likewise = await settle(server, 'second', 'lee');
    const common = new Set([...likewise.names.values()].flatMap((texts) => [...texts]));
    secrets = new Set(
      [...victim.names.values()].flatMap((texts) => [...texts]).filter((text) => text.length > 7 && !common.has(text)),
    );
    untouched = await watchOver(server, store, victim);
  }, 60_000);
  afterAll(async () => {
    // Some of what is tried is no identity token, and is refused as such.
    const unexpected = server.failures.filter((each) => !('reason' in (each as object)));
    expect(unexpected).toEqual([]);
    await server.dispose();
    await store.end();
  });

  describe.each(STRANGERS)('S8: %s', (_who, shop, identified) => {
    it('learns nothing of a visitor and changes nothing of theirs, whichever of their names is in whichever field', async () => {
      const [stranger, twin] = ['mia', 'noa'].map((who) => new Stranger(shop, identified, who)) as [Stranger, Stranger];
      const all = casesFor(shop);
      const cases = dailyShare(all, 4, ({ frame }) => (frame as { t: string }).t);
      const tried = new Set<string>();
      for (const each of cases) {
        const names = each.placed.map(({ name }) => name);
        const unknowns = each.placed.map(({ unknown }) => unknown);
        const frame = filled(each, 'name') as { t: ClientFrame['t'] };
        const what = JSON.stringify(frame);
        const found = await stranger.ask(frame, names);
        const missing = await twin.ask(filled(each, 'unknown'), unknowns);
        tried.add(frame.t);
        expect(found.leaks, what).toEqual([]);
        // The reply is the same as for a name that does not exist.
        expect({ says: found.says, code: found.code }, what).toEqual({ says: missing.says, code: missing.code });
        const names_a_thing = each.placed.some(({ field }) => field.takes(OWN.conversation) && !field.takes(A_WORD));
        if (names_a_thing && frame.t !== 'hello' && found.code === null)
          expect(
            found.frames.map((answer) => (answer.t === 'error' ? answer.code : answer.t)),
            what,
          ).toContainEqual(expect.stringMatching(/^(?:not_found|file_gone)$/));
      }
      await Promise.all([stranger.leave(), twin.leave()]);
      await untouched();
      // A frame without a text can name nothing.
      const naming = shapesOf(clientFrameSchema).flatMap(({ example, texts }) =>
        texts.length > 0 ? [(example as { t: string }).t] : [],
      );
      expect([...tried].sort()).toEqual([...new Set(naming)].sort());
      expect(all.length).toBeGreaterThan(500);
    }, 120_000);
  });
});
