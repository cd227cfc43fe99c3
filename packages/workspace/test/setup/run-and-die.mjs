/** Opens the workspace, orders a test run where there is none, notes each question, and kills itself before it answers a certain one. */
import { appendFileSync } from 'node:fs';
import { openWorkspace } from '../../dist/index.js';

const [, , dataDir, url, asked, killedAt, orgId, agentId] = process.argv;
let count = 0;
const never = () => new Promise(() => undefined);
const NOTHING = {
  inboxes: { list: () => [], facts: never, openConversations: async () => 0, settings: () => null },
  served: { apply: () => undefined, announce: () => undefined, onAnnounced: () => undefined },
  knowledge: {
    reader: { visit: never, readDocument: never, close: async () => undefined },
    onChanged: () => undefined,
  },
};
const minutes = Number(killedAt) * 5;
const workspace = await openWorkspace({
  ...{
    dataDir,
    databaseUrl: url || null,
    masterKey: null,
    smtpUrl: null,
    mailFrom: 'chat@example.com',
    mailBounces: null,
  },
  ...{ mailTracking: false, publicUrl: 'http://localhost:4600', approval: 'auto', organizationsBy: 'admin' },
  // Later than the lease of the one before.
  now: () => Date.now() + minutes * 60_000,
  after: () => () => undefined,
  ...{ inboxes: NOTHING.inboxes, served: NOTHING.served, knowledge: NOTHING.knowledge },
  ...{ chatUrl: 'http://localhost:4600', previewUrl: null },
  pastQuestions: { read: async () => ({ questions: [], cursor: null }) },
  answering: {
    models: [],
    async ask({ history }) {
      appendFileSync(asked, `${history[0].text}\n`);
      if (count === Number(killedAt)) process.kill(process.pid, 'SIGKILL');
      count += 1;
      const citations = [];
      return {
        ok: true,
        answer: { text: 'Yes.', outcome: 'answered', certainty: 'answered', citations, passages: [] },
      };
    },
  },
  canStore: async () => true,
  log: () => undefined,
  onWrongKey: () => undefined,
  onBroken: () => undefined,
});
const { db } = workspace.services.database;
if (!(await db.selectFrom('ai_agent_run').select('id').executeTakeFirst())) {
  const { insertRun } = await import('../../dist/setup/ai-agents/runs/run-rows.js');
  const version = await db.selectFrom('ai_agent_version').selectAll().executeTakeFirstOrThrow();
  const run = {
    ...{
      id: workspace.services.newId('run'),
      org_id: orgId,
      agent_id: agentId,
      version: version.number,
      fields: version.fields,
    },
    ...{ base: agentId, compared_with: null, compared_fields: null, kind: 'own', days: null, most: null },
  };
  await insertRun(db, run, JSON.parse(version.fields).tests, workspace.services.now());
}
workspace.services.onTestRun();
await new Promise((resolve) => setTimeout(resolve, 120_000));
