/** What is asked for on the command line, and what is wrong with it. Pure. */
import { parseArgs } from 'node:util';

export const TEMPLATES = {
  'vite-react': 'a React app with Vite',
  next: 'a Next.js app',
  html: 'one plain HTML page, by script tag',
} as const;

export type Template = keyof typeof TEMPLATES;

export interface Options {
  /** Where the app is written. */
  readonly folder: string;
  readonly template: Template;
  /** Origin of the chat server. */
  readonly server: string;
  readonly inbox: string;
  /** What `package.json` says of the SDK: a version, or where it is. Null: by its name. */
  readonly sdk: string | null;
}

/** What was given; what is missing is asked for. */
export type Given = Partial<Omit<Options, 'sdk'>> & Pick<Options, 'sdk'>;

export type Arguments =
  | { readonly ok: true; readonly given: Given; readonly help: boolean }
  | { readonly ok: false; readonly problem: string };

export const HELP = `Writes a small app with the chat into a new folder.

  npm create @service/chat [folder] -- [options]

  --template  ${Object.entries(TEMPLATES)
    .map(([name, words]) => `${name}: ${words}`)
    .join('\n              ')}
  --server    address of your chat server, such as https://chat.example.com
  --inbox     the inbox that answers; default: demo
  --sdk       where @service/embed-sdk is installed from; default: by its name
  --help      this text

What is not given is asked for. Nothing that exists is written over.`;

export function readArguments(argv: readonly string[]): Arguments {
  try {
    const text = { type: 'string' } as const;
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { template: text, server: text, inbox: text, sdk: text, help: { type: 'boolean' } },
    });
    if (positionals.length > 1) return { ok: false, problem: 'Name one folder.' };
    const { template, server, inbox, sdk = null, help = false } = values;
    const [folder] = positionals;
    const given = { folder, template, server, inbox };
    const checked: Record<string, string> = {};
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue;
      const read = CHECKS[name as keyof typeof CHECKS](value);
      if ('problem' in read) return { ok: false, problem: read.problem };
      checked[name] = read.value;
    }
    return { ok: true, given: { ...checked, sdk }, help };
  } catch (error) {
    return { ok: false, problem: (error as Error).message };
  }
}

export type Checked = { readonly value: string } | { readonly problem: string };

/** By the server's own rule for the ids of inboxes. */
export const INBOX_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export const CHECKS = {
  folder: (given: string): Checked => (given.trim() ? { value: given.trim() } : { problem: 'Name a folder.' }),
  template: (given: string): Checked =>
    Object.hasOwn(TEMPLATES, given)
      ? { value: given }
      : { problem: `--template: use one of ${Object.keys(TEMPLATES).join(', ')}.` },
  server(given: string): Checked {
    const value = given.trim().replace(/\/$/, '');
    const origin = URL.canParse(value) ? new URL(value).origin : null;
    return /^https?:/.test(value) && origin === value
      ? { value }
      : { problem: '--server: must begin with https:// or http:// and have no path, such as https://chat.example.com' };
  },
  inbox: (given: string): Checked =>
    INBOX_ID.test(given.trim())
      ? { value: given.trim() }
      : { problem: '--inbox: must be the id of an inbox: letters, digits, "-" and "_".' },
} as const;
