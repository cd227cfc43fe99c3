/** Our client against the frame scripts, and the scripts and CONFORMANCE.md against the protocol's schemas and tables. */
import { CLOSE, REQUEST_ERRORS, readServerFrame } from '@service/protocol';
import { clientFrameSchema, logBodySchema, serverFrameSchema } from '@service/protocol/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { LONG } from '../support/runs/results.js';
import { LIMITS_IN_WELCOME, readContract, TABLES } from './contract.js';
import { loadCast, loadScripts, scriptsForEveryRule } from './player/load-scripts.js';
import { filled, type Names } from './player/pattern.js';
import { playScript, SHORT_GRACE_MS } from './player/play-script.js';
import type { Frame } from './player/script.js';
import { BETWEEN_FRAMES } from './player/scripted-server.js';
import { type Line, OUR_CLIENT, runAll } from './run-suite.js';

const scripts = loadScripts();
const cast = new Map(loadCast());
const contract = readContract();

/** A script's names, each with a value in place of the one that would be remembered while the script plays. */
function namesIn(pattern: unknown): Names {
  const names: Names = new Map(cast);
  for (const [, name] of JSON.stringify(pattern).matchAll(/"\$([A-Za-z]\w*)"/g))
    if (!names.has(name as string)) names.set(name as string, name === 'n' ? 1 : 'remembered-0001');
  return names;
}

const whole = (pattern: Frame): Frame => filled(pattern, namesIn(pattern));

const kindsIn = (frame: Frame): string[] =>
  (frame.events as readonly { readonly body: { readonly kind: string } }[]).map(({ body }) => body.kind);

/** A short run plays a selection that covers every rule. */
const played = LONG ? scripts : scriptsForEveryRule(scripts);

describe('our client', () => {
  let lines: Line[];
  beforeAll(async () => {
    lines = await runAll(OUR_CLIENT, played, () => undefined, 60_000);
  });
  const check = (file: string) => () =>
    expect(lines.find(({ script }) => script.file === file)?.verdict).toEqual({ outcome: 'passed' });

  for (const { file, title } of played) it(title, check(file));
});

describe('a client with a mistake', () => {
  it.concurrent.each([
    ['new-id-on-resend', 'C-30'],
    ['applies-over-a-gap', 'C-15'],
    ['ignores-the-epoch', 'C-13'],
    ['keeps-the-identity-token', 'C-83'],
    ['keeps-the-proof', 'C-87'],
    ['claims-to-renew', 'C-88'],
    ['keeps-the-refused-token', 'C-98'],
    ['sends-the-whole-address', 'C-89'],
    ['sends-its-page-unasked', 'C-89'],
  ])('%s fails a script for %s', async (fault, rule) => {
    const meant = scripts.filter(({ proves }) => proves.includes(rule));
    const verdicts = await Promise.all(
      meant.map((script) => playScript(script, cast, `${OUR_CLIENT} --broken=${fault}`, SHORT_GRACE_MS)),
    );
    // The failure must be at a step: a client that doesn't start proves nothing.
    expect(verdicts).toContainEqual({ outcome: 'failed', why: expect.stringMatching(/^step/) });
  });
});

/** Frames that a client may send and no script waits for, with the reason. */
const NEVER_EXPECTED: Readonly<Record<string, string>> = {
  list: 'A client need not show a list of conversations; no command of the suite asks for one.',
  search: 'A client need not search; no command of the suite does.',
  logout: 'C-86: a client leaves with or without it.',
  'tool.progress': 'C-111: it may be sent. The functions of the suite report nothing before they end.',
};

type FrameSchema = typeof clientFrameSchema | typeof serverFrameSchema;

const typesOf = (schema: FrameSchema): string[] => schema.options.map((option) => option.shape.t.value).sort();

describe('the scripts', () => {
  it('each have a title of their own', () => {
    expect(new Set(scripts.map(({ title }) => title)).size).toBe(scripts.length);
  });

  it.each(scripts.map((script) => [script.file, script] as const))(
    '%s has frames that fit the schemas',
    (_, script) => {
      for (const step of script.steps) {
        if ('send' in step) expect(serverFrameSchema.safeParse(whole(step.send)).error).toBeUndefined();
        if ('sendNewer' in step) {
          expect(serverFrameSchema.safeParse(whole(step.sendNewer)).success).toBe(false);
          expect(readServerFrame(JSON.stringify(whole(step.sendNewer))).kind).not.toBe('malformed');
        }
        if ('sendBroken' in step)
          expect(readServerFrame(JSON.stringify(whole(step.sendBroken))).kind).toBe('malformed');
        if ('expect' in step) {
          // A pattern names some fields only; the fields of an example complete the frame.
          const example = contract.examples.find(
            (each) => each.t === step.expect.t && clientFrameSchema.safeParse(each).success,
          );
          expect(clientFrameSchema.safeParse({ ...example, ...whole(step.expect) }).error).toBeUndefined();
        }
      }
    },
  );

  it('send every frame that a server has', () => {
    const played = scripts.flatMap(({ steps }) => steps.flatMap((step) => ('send' in step ? [step.send.t] : [])));
    expect(typesOf(serverFrameSchema).filter((type) => !played.includes(type))).toEqual([]);
  });

  it('have an event of every kind in a log', () => {
    const played = scripts.flatMap(({ steps }) =>
      steps.flatMap((step) => ('send' in step && step.send.t === 'events' ? kindsIn(step.send) : [])),
    );
    const kinds = logBodySchema.options.map((option) => option.shape.kind.value);
    expect(kinds.filter((kind) => !played.includes(kind))).toEqual([]);
  });

  it('wait for every frame that a client has, except those that no client has to send', () => {
    const played = scripts.flatMap(({ steps }) => steps.flatMap((step) => ('expect' in step ? [step.expect.t] : [])));
    expect(typesOf(clientFrameSchema).filter((type) => !played.includes(type))).toEqual(
      Object.keys(NEVER_EXPECTED).sort(),
    );
  });

  it('close a connection with every close code', () => {
    const played = scripts.flatMap(({ steps }) =>
      steps.flatMap((step) => ('close' in step ? [step.close] : 'cut' in step ? [CLOSE.network.code] : [])),
    );
    expect(Object.values(CLOSE).filter(({ code }) => !played.includes(code))).toEqual([]);
  });

  it('refuse a message for every reason a server has', () => {
    // The client itself fails messages with these two; the server never sends them.
    const played = ['outbox_full', 'expired'];
    for (const step of scripts.flatMap(({ steps }) => steps))
      if ('send' in step && step.send.t === 'error') played.push(String(step.send.code));
    expect(Object.keys(REQUEST_ERRORS).filter((code) => !played.includes(code))).toEqual([]);
  });
});

describe('CONFORMANCE.md', () => {
  it.each(Object.entries(TABLES))('lists the same %s as the protocol', (mark, rows) => {
    expect(contract.rowsOf(mark)).toEqual(rows);
  });

  it('names the limits that welcome carries', () => {
    const welcome = contract.examples.find(({ t }) => t === 'welcome');
    expect(Object.keys(Object(welcome?.limits)).sort()).toEqual([...LIMITS_IN_WELCOME].sort());
  });

  it('names every kind of event, and every frame that may come between others', () => {
    const named = new Set([...contract.text.matchAll(/`([a-z.]+)`/g)].map(([, name]) => name));
    const kinds = logBodySchema.options.map((option) => option.shape.kind.value);
    expect(kinds.filter((kind) => !named.has(kind))).toEqual([]);
    const between = /objects may have more fields.*?\. (.*?) may come in between/.exec(contract.text)?.[1] ?? '';
    expect([...between.matchAll(/`([a-z.]+)`/g)].map(([, type]) => type)).toEqual(BETWEEN_FRAMES);
  });

  it('numbers each rule once', () => {
    expect(contract.rules.length).toBeGreaterThan(0);
    expect(new Set(contract.rules).size).toBe(contract.rules.length);
  });

  it('has a script for every rule, or gives the reason why there can be none', () => {
    const proved = new Set(scripts.flatMap(({ proves }) => proves));
    const { rules, notScriptable } = contract;
    expect(rules.filter((rule) => !proved.has(rule) && !notScriptable.get(rule))).toEqual([]);
    expect([...notScriptable.keys()].filter((rule) => proved.has(rule))).toEqual([]);
    expect([...proved, ...notScriptable.keys()].filter((rule) => !rules.includes(rule))).toEqual([]);
  });

  it('shows an example of every frame, and each example fits its schema', () => {
    const shown = contract.examples.filter(({ t }) => t !== undefined);
    const fits = (schema: FrameSchema) => shown.filter((each) => schema.safeParse(each).success);
    expect(
      shown.filter((each) => !fits(clientFrameSchema).includes(each) && !fits(serverFrameSchema).includes(each)),
    ).toEqual([]);
    expect([...new Set(fits(clientFrameSchema).map(({ t }) => t))].sort()).toEqual(typesOf(clientFrameSchema));
    expect([...new Set(fits(serverFrameSchema).map(({ t }) => t))].sort()).toEqual(typesOf(serverFrameSchema));
  });
});
