/**
 * `unanswered --inbox ID --list FILE [--heading H] "question"`: an article lists the question. `unanswered --inbox ID --draft "question"`:
 * the draft of an article. A running server reads the change by itself.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createArticleReader, settleQuestion } from '@service/answering';
import { readConfig } from '../config.js';
import { noInbox } from './no-inbox.js';

const USAGE =
  'unanswered --inbox ID --list FILE [--heading "…"] "question", or unanswered --inbox ID --draft "question"';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    inbox: { type: 'string' },
    list: { type: 'string' },
    heading: { type: 'string' },
    draft: { type: 'boolean', default: false },
  },
});

try {
  console.log(await run(positionals.join(' ')));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function run(question: string): Promise<string> {
  const { inbox, list, heading, draft } = values;
  if (inbox === undefined || question === '' || (list === undefined) === !draft) throw new Error(USAGE);
  const reading = readConfig(process.env);
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  const { inboxDir } = reading.config;
  if (!existsSync(join(inboxDir, inbox))) throw new Error(noInbox(inbox, inboxDir));
  const folder = join(inboxDir, inbox, 'knowledge');
  const as =
    list === undefined
      ? { kind: 'draft' as const }
      : { kind: 'list' as const, file: list, ...(heading && { heading }) };
  const reader = createArticleReader();
  const settled = await settleQuestion(reader, folder, question, as).finally(() => reader.close());
  if (!settled.ok) throw new Error(settled.problem);
  return `Written: ${join(folder, settled.file)}`;
}
