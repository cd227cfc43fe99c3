/** `ask --inbox ID "question"`: what the articles answer without a key, the passages that were found, and what speaks for each. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { factsOf, openKnowledge } from '@service/answering';
import { openInboxes, openSqliteStore } from '@service/realtime-server';
import { readConfig } from '../config.js';
import { noInbox } from './no-inbox.js';

const SHOWN = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { inbox: { type: 'string' }, locale: { type: 'string' } },
});
const log = {
  info: () => undefined,
  warn: (fields: object, message: string) => console.error(message, JSON.stringify(fields)),
};

try {
  await run(values.inbox, positionals.join(' '), values.locale ?? null);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function run(id: string | undefined, text: string, locale: string | null): Promise<void> {
  if (id === undefined || text === '') throw new Error('Say which inbox and what to ask: ask --inbox ID "question"');
  const reading = readConfig(process.env);
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  const { inboxDir, embedding } = reading.config;
  const inboxes = openInboxes(inboxDir, log as unknown as Parameters<typeof openInboxes>[1]);
  const settings = inboxes.get(id);
  if (settings === null) {
    inboxes.close();
    throw new Error(noInbox(id, inboxDir));
  }
  // A store of its own: the server may be running on the other one.
  const data = mkdtempSync(join(tmpdir(), 'service-ask-'));
  const store = await openSqliteStore(data);
  const knowledge = openKnowledge({ inboxes, store: store.knowledge, log, embedding });
  try {
    await knowledge.library.refresh(id);
    await knowledge.meanings?.prepare(id);
    const people = settings.people !== null;
    const request = { inbox: id, text, before: [], locale, business: settings.name, people, facts: factsOf(settings) };
    const answer = await knowledge.searcher.answer(request);
    const { found, concepts, language, isLeftToPeople } = await knowledge.searcher.explain(request);
    console.log(`${answer.outcome}\n\n${answer.text}\n`);
    console.log(
      `Searched in ${language} for: ${concepts.map(({ wordings, known }) => `${wordings.map((terms) => terms.join(' ')).join('|')}${known ? '' : ' (in no article)'}`).join(', ')}`,
    );
    if (isLeftToPeople) console.log('It is nearest to a question that is left to people.');
    console.log('\nPassages, with how sure it is (from 0.60 it answers) and why:');
    for (const { documentId, heading, sureness, evidence } of found.slice(0, SHOWN)) {
      const why = evidence
        ? Object.entries(evidence)
            .map(([name, value]) => `${name} ${value.toFixed(2)}`)
            .join('  ')
        : 'lists this question';
      console.log(`${sureness.toFixed(2)}  ${documentId}${heading ? ` › ${heading}` : ''}\n      ${why}`);
    }
  } finally {
    await knowledge.close();
    await store.close();
    inboxes.close();
    rmSync(data, { recursive: true, force: true });
  }
}
