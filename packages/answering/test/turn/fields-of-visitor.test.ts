/** Each field that a site or a page gives of its visitor reaches a model, an AG-UI agent and an HTTP agent, under its own name. */
import type { VisitorFacts } from '@service/realtime-server/ports';
import { describe, expect, it } from 'vitest';
import { runInputOf } from '../../src/ag-ui/run-input.js';
import type { Brief, Step } from '../../src/model/model.js';
import { instructionsOf } from '../../src/turn/instructions.js';
import { factsForModel, visitorRecord } from '../../src/visitor-facts.js';

const NOTHING: VisitorFacts = { verified: null, claimed: null, page: null };
const signed = (profile: object): VisitorFacts => ({ ...NOTHING, verified: { subject: 'u-1', profile } });

/** What is known, and where in the record it is. */
const FIELDS: Readonly<Record<string, readonly [VisitorFacts, object]>> = {
  'name, claimed': [{ ...NOTHING, claimed: { name: 'Kim' } }, { claimed: { name: 'Kim' } }],
  'email, claimed': [{ ...NOTHING, claimed: { email: 'kim@a.example' } }, { claimed: { email: 'kim@a.example' } }],
  'phone, claimed': [{ ...NOTHING, claimed: { phone: '+46 70 1' } }, { claimed: { phone: '+46 70 1' } }],
  'userId, claimed': [{ ...NOTHING, claimed: { userId: 'u-7' } }, { claimed: { userId: 'u-7' } }],
  'company, claimed': [{ ...NOTHING, claimed: { company: '会社' } }, { claimed: { company: '会社' } }],
  'customAttributes, claimed': [
    { ...NOTHING, claimed: { customAttributes: { plan: 'pro', seats: 3, trial: false, left: null } } },
    { claimed: { customAttributes: { plan: 'pro', seats: 3, trial: false, left: null } } },
  ],
  'name, signed': [signed({ name: 'كيم' }), { verified: { id: 'u-1', name: 'كيم' } }],
  'email, signed': [
    signed({ email: 'kim@a.example', emailVerified: false }),
    { verified: { id: 'u-1', email: 'kim@a.example', emailVerified: false } },
  ],
  'attributes, signed': [
    signed({ attrs: { plan: 'pro', vip: true } }),
    { verified: { id: 'u-1', attributes: { plan: 'pro', vip: true } } },
  ],
  'address of the page': [
    { ...NOTHING, page: { url: 'https://shop.example/a' } },
    { page: { url: 'https://shop.example/a' } },
  ],
  'title of the page': [{ ...NOTHING, page: { title: 'Prices' } }, { page: { title: 'Prices' } }],
  referrer: [{ ...NOTHING, page: { referrer: 'https://s.example' } }, { page: { referrer: 'https://s.example' } }],
  language: [{ ...NOTHING, page: { language: 'pt-BR' } }, { page: { language: 'pt-BR' } }],
  'time zone': [{ ...NOTHING, page: { timeZone: 'Asia/Tokyo' } }, { page: { timeZone: 'Asia/Tokyo' } }],
};

const briefOf = (visitor: VisitorFacts): Brief => ({
  business: 'Shop',
  agentName: 'Ada',
  instructions: null,
  people: true,
  verdict: 'answered',
  passages: [],
  page: { tools: [], instructions: null },
  visitor: factsForModel(visitor),
});

function shownToModel(visitor: VisitorFacts): unknown {
  const [, block = ''] = /<visitor>\n([\s\S]*?)\n<\/visitor>/.exec(instructionsOf(briefOf(visitor))) ?? [];
  return Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), JSON.parse(line.slice(line.indexOf(':') + 1))]),
  );
}

const DESCRIPTIONS = { verified: 'signed by the business', claimed: 'What the page says', page: 'The page that the' };

function shownToAgent(visitor: VisitorFacts): unknown {
  const step: Step = {
    turn: { inbox: 'demo', conversation: 'cnv_1', run: 'run_1', attempt: 1 },
    brief: briefOf(visitor),
    dialogue: [{ by: 'visitor', text: 'hello' }],
    tools: [],
    mayCall: true,
  };
  const { context = [] } = runInputOf(step);
  return Object.fromEntries(
    Object.entries(DESCRIPTIONS).flatMap(([field, words]) =>
      context
        .filter(({ description }) => description.includes(words))
        .map(({ value }) => [field, JSON.parse(value) as unknown]),
    ),
  );
}

describe('a field of the visitor reaches a model, an AG-UI agent and an HTTP agent alike', () => {
  it.each(Object.keys(FIELDS))('%s', (name) => {
    const [facts, expected] = FIELDS[name] as (typeof FIELDS)[string];
    expect(visitorRecord(facts)).toEqual(expected);
    expect(shownToModel(facts)).toEqual(expected);
    expect(shownToAgent(facts)).toEqual(expected);
  });
});
