/** A text that is longer than what is taken is cut at a whole character, and the page's developer reads which one and to what. */
import { describe, expect, it } from 'vitest';
import type { FrameConfig, ReportProblem } from '../../src/embed/config.js';
import { explainProblem } from '../../src/embed/config-problems.js';
import { readConfig, readQuestions, readUserContext } from '../../src/embed/read-config.js';
import type { UserContext } from '../../src/embed/visitor/user-context.js';
import { resolveTheme } from '../../src/theme/resolve-theme.js';

/** What the page reads, and the text that is left. */
interface Cut {
  readonly messages: readonly string[];
  readonly left: unknown;
}

/** What becomes of a configuration with one field; `take` reads the text from it. */
function cutIn(given: object, take: (frame: FrameConfig) => unknown): Cut {
  const reading = readConfig({ inboxId: 'demo', ...given });
  if (!reading.ok) throw new Error('The configuration must be usable.');
  return { messages: reading.problems.map(explainProblem), left: take(reading.frame) };
}

const user = (field: keyof UserContext) => (text: string) =>
  cutIn({ user: { [field]: text } }, ({ user }) => user?.[field]);
const text = (field: keyof FrameConfig) => (text: string) => cutIn({ [field]: text }, (frame) => frame[field]);

const FIELDS: Readonly<
  Record<string, readonly [most: number, path: string, give: (text: string) => Cut, entry?: string]>
> = {
  placeholder: [200, 'placeholder', text('placeholder')],
  agentName: [80, 'agentName', text('agentName')],
  agentTitle: [120, 'agentTitle', text('agentTitle')],
  instructions: [4_000, 'instructions', text('instructions')],
  'a question': [
    200,
    'questions',
    (text) => cutIn({ questions: [text] }, ({ questions }) => questions?.[0]),
    'an entry ',
  ],
  name: [256, 'user.name', user('name')],
  email: [256, 'user.email', user('email')],
  phone: [256, 'user.phone', user('phone')],
  userId: [256, 'user.userId', user('userId')],
  company: [256, 'user.company', user('company')],
  'an attribute': [
    512,
    'user.customAttributes.plan',
    (text) => cutIn({ user: { customAttributes: { plan: text } } }, ({ user }) => user?.customAttributes?.plan),
  ],
};

describe('a text that is too long', () => {
  it.each(Object.keys(FIELDS))('of %s is cut and reported by name; one that fits is not', (field) => {
    const [most, path, give, entry = ''] = FIELDS[field] as (typeof FIELDS)[string];
    for (const fits of ['x', 'x'.repeat(most), '語'.repeat(most)])
      expect(give(fits)).toEqual({ messages: [], left: fits });
    for (const [long, left] of [
      ['x'.repeat(most + 1), 'x'.repeat(most)],
      [`${'x'.repeat(most - 1)}👟`, 'x'.repeat(most - 1)],
    ] as const)
      expect(give(long)).toEqual({ messages: [`${path}: ${entry}was cut to ${most} characters.`], left });
  });

  it('of the header’s title is cut and reported, whatever is around it', () => {
    expect(resolveTheme({ headerTitle: ` ${'x'.repeat(80)} ` }, 'light')).toMatchObject({ changes: [] });
    const title = 'x'.repeat(80);
    const { headerTitle, changes } = resolveTheme({ headerTitle: `${title}y` }, 'light', 'Ada');
    expect(headerTitle).toBe(title);
    expect(changes).toEqual([{ field: 'headerTitle', from: title, to: title, why: 'too-long' }]);
    // The name of the agent is cut where it is read.
    expect(resolveTheme({}, 'light', 'x'.repeat(100)).changes).toEqual([]);
  });

  it('is reported for a call of updateContext and setQuestions as for init', () => {
    const messages: string[] = [];
    const bad: ReportProblem = (field, kind) => {
      messages.push(explainProblem({ field, kind }));
      return null;
    };
    readUserContext({ name: 'x'.repeat(300) }, bad);
    readQuestions(['x'.repeat(300), 'y'.repeat(300)], bad);
    expect(messages).toEqual([
      'user.name: was cut to 256 characters.',
      'questions: an entry was cut to 200 characters.',
      'questions: an entry was cut to 200 characters.',
    ]);
  });
});

describe('a list of fonts', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `Font ${at}`).join(', ');

  it('is used whole up to twenty names, and reported when it has more', () => {
    const { tokens, changes } = resolveTheme({ fontFamily: `${names(20)}, serif` }, 'light');
    expect(tokens.fontFamily.split(', ')).toHaveLength(21);
    expect(changes).toEqual([]);
    const longer = resolveTheme({ fontFamily: `${names(21)}, serif` }, 'light');
    expect(longer.tokens.fontFamily).toBe(tokens.fontFamily);
    expect(longer.changes).toMatchObject([{ field: 'fontFamily', why: 'not-a-font' }]);
  });
});
