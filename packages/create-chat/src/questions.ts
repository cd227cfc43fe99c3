/** Asks for what the command line left out. A wrong answer is asked for again. */
import { createInterface } from 'node:readline/promises';
import { CHECKS, type Given, type Options, TEMPLATES, type Template } from './options.js';

const QUESTIONS = [
  ['folder', 'Folder of the new app', 'my-chat'],
  ['template', `Template (${Object.keys(TEMPLATES).join(', ')})`, 'vite-react'],
  ['server', 'Address of your chat server', 'http://localhost:4600'],
  ['inbox', 'Inbox', 'demo'],
] as const;

/** Names of what is missing and can't be asked for: without `--inbox`, the one of the demo is used. */
export function missingIn(given: Given): readonly string[] {
  return QUESTIONS.filter(([name]) => name !== 'inbox' && given[name] === undefined).map(([name]) => name);
}

export async function askFor(
  given: Given,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<Options> {
  const lines = createInterface({ input, output });
  const answers: Record<string, string> = {};
  try {
    for (const [name, words, otherwise] of QUESTIONS) {
      answers[name] = given[name] ?? (await askOne());
      async function askOne(): Promise<string> {
        const answer = await lines.question(`${words} [${otherwise}]: `);
        const read = CHECKS[name](answer.trim() || otherwise);
        if ('value' in read) return read.value;
        output.write(`${read.problem}\n`);
        return askOne();
      }
    }
  } finally {
    lines.close();
  }
  return complete({ ...given, ...answers });
}

/** With what is used where nothing was given. */
export const complete = ({ folder = '', template, server = '', inbox = 'demo', sdk }: Given): Options => ({
  folder,
  template: template as Template,
  server,
  inbox,
  sdk,
});
