/** An organization with AI agents, and those who answer for them by a script. */
import type { Answering, PastQuestion, SimulatedAnswer, SimulatedQuestion, Simulation } from '../../dist/index.js';
import {
  openTestWorkspace,
  type Person,
  type TestOptions,
  type TestWorkspace,
} from '../support/open-test-workspace.js';

/** What a version answers to a question. */
export type Script = (question: SimulatedQuestion) => Simulation | Promise<Simulation>;

export const answered = (text: string, documentId = 'returns'): Simulation => ({
  ok: true,
  answer: {
    ...{ text, outcome: 'answered', certainty: 'answered' },
    citations: [{ number: 1, documentId, title: 'Returns', quote: text }],
    passages: [{ documentId, title: 'Returns', heading: 'Returns', url: null, text, coverage: 0.9 }],
  } satisfies SimulatedAnswer,
});

export const refused: Simulation = {
  ok: true,
  answer: { text: 'I don’t know.', outcome: 'refused', certainty: 'unknown', citations: [], passages: [] },
};

export interface Agents {
  readonly w: TestWorkspace;
  readonly owner: Person;
  /** Every question that was asked, in order. */
  readonly asked: SimulatedQuestion[];
  readonly past: PastQuestion[];
  /** Conversations that no longer exist. */
  readonly erased: Set<string>;
  script: Script;
  read(what: string, query?: Readonly<Record<string, string | number>>, by?: Person): Promise<Answer>;
  ask(what: string, body: object, by?: Person): Promise<Answer>;
  /** Makes one, and returns its id. */
  create(name: string, fields?: object): Promise<string>;
  /** Orders a run, and resolves with it at its end. */
  run(body: object): Promise<Answer['body']>;
  runsEnd(testRunId: string): Promise<Answer['body']>;
  rows(): Promise<Readonly<Record<string, number>>>;
}

type Answer = Awaited<ReturnType<TestWorkspace['get']>>;

/** `known`: its owner, where the data is there already. */
export async function openAgents(
  databaseUrl: string | null,
  { known, script = () => refused, ...over }: TestOptions & { readonly known?: Person; readonly script?: Script } = {},
  models: readonly string[] = ['openai:big', 'openai:small'],
): Promise<Agents> {
  const scripted = { now: script };
  const asked: SimulatedQuestion[] = [];
  const past: PastQuestion[] = [];
  const erased = new Set<string>();
  const answering: Answering = {
    models,
    async ask(question) {
      asked.push(question);
      return scripted.now(question);
    },
  };
  const w = await openTestWorkspace(databaseUrl, {
    answering,
    pastQuestions: {
      async read(_asked, cursor) {
        const from = Number(cursor ?? 0);
        return { questions: past.slice(from, from + 2), cursor: from + 2 < past.length ? String(from + 2) : null };
      },
      erased: async (conversations) => conversations.filter((id) => erased.has(id)),
    },
    ...over,
  });
  const owner = known ? { ...known, cookie: await w.signIn(known.email) } : await w.owner();
  const { orgId } = owner;
  const agents: Agents = {
    ...{ w, owner, asked, past, erased },
    get script() {
      return scripted.now;
    },
    set script(next) {
      scripted.now = next;
    },
    read(what, query = {}, by = owner) {
      const search = new URLSearchParams({ orgId, ...query } as Record<string, string>);
      return w.get(`/api/rpc/aiAgents/${what}?${search}`, by);
    },
    ask: (what, body, by = owner) => w.post(`/api/rpc/aiAgents/${what}`, { orgId, ...body }, by),
    async create(name, fields = {}) {
      const made = await agents.ask('create', { name, ...fields });
      if (made.status !== 200) throw new Error(JSON.stringify(made.body));
      return made.body.aiAgentId;
    },
    async run(body) {
      const ordered = await agents.ask('runTests', body);
      if (ordered.status !== 200) throw new Error(JSON.stringify(ordered.body));
      return agents.runsEnd(ordered.body.testRunId);
    },
    async runsEnd(testRunId) {
      const until = Date.now() + 60_000;
      for (;;) {
        const { body } = await agents.read('getTestRun', { testRunId });
        if (body.state === 'done' || body.state === 'failed') return body;
        if (Date.now() > until) throw new Error(`The run has not ended: ${JSON.stringify(body)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async rows() {
      const { db } = w.workspace.services.database;
      const tables = await db.introspection.getTables();
      const counts: Record<string, number> = {};
      for (const { name } of tables) {
        const { count } = await db
          .selectFrom(name as 'team')
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow();
        counts[name] = Number(count);
      }
      return counts;
    },
  };
  return agents;
}
