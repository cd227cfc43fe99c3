/** `npm run read-bounces`: reads what mail servers sent back about mail of this server. The server may run meanwhile. */
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BounceSummary, type BounceTools, openBounceTools } from '@service/workspace';
import { readCommandSettings } from './open-settings.js';

const USAGE = `Usage: npm run read-bounces -- FILE
FILE is one message, an mbox, or a Maildir. Without it, or with -, the message comes on the standard input.`;

/** In the order in which they are printed. */
const MEANING: Readonly<Record<keyof BounceSummary, string>> = {
  bounced: 'mail that could not be delivered',
  complained: 'complaints',
  repeated: 'recorded before',
  temporary: 'about mail that is still tried',
  unknown: 'about mail that is forgotten by now',
  forged: 'naming no mail that this server has signed, so nothing was changed',
  other: 'no reports',
  'too-long': 'longer than 1 MiB, not read',
};

/** Prints how many messages of each kind there were, or why they could not be read. @returns the exit code */
export async function runBouncesCommand(args: readonly string[]): Promise<number> {
  const [file = '-'] = args;
  if (args.length > 1 || (file.startsWith('-') && file !== '-') || (file === '-' && process.stdin.isTTY)) {
    console.error(USAGE);
    return 1;
  }
  let tools: BounceTools | null = null;
  try {
    const sources = file === '-' ? [() => process.stdin] : filesOf(file).map((each) => () => createReadStream(each));
    tools = await openBounceTools(readCommandSettings());
    const total: Record<string, number> = {};
    for (const source of sources) {
      const counts = await tools.read(source());
      for (const [kind, count] of Object.entries(counts)) total[kind] = (total[kind] ?? 0) + count;
    }
    console.log(printed(total));
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  } finally {
    await tools?.close();
  }
}

/** A Maildir has its messages in `new` and `cur`. */
function filesOf(path: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new Error(`There is no ${path}.`);
  if (!found.isDirectory()) return [path];
  const folders = ['new', 'cur'].filter((folder) => existsSync(join(path, folder)));
  if (folders.length === 0) throw new Error(`${path} is no Maildir: it has neither "new" nor "cur".`);
  return folders.flatMap((folder) =>
    readdirSync(join(path, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(path, folder, name)),
  );
}

function printed(total: Readonly<Record<string, number>>): string {
  const all = Object.values(total).reduce((sum, count) => sum + count, 0);
  const lines = Object.entries(MEANING).flatMap(([kind, meaning]) =>
    total[kind] ? [`  ${meaning}: ${total[kind]}`] : [],
  );
  return [`Messages: ${all}`, ...lines].join('\n');
}
