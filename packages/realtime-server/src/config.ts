/**
 * Every setting of the process, read once from the environment. All are optional; what is wrong is named all at once,
 * because an operator who fixes one problem per restart loses an evening.
 */
import { isWebOrigin } from '@service/protocol';
import { z } from 'zod';

export interface Config {
  readonly port: number;
  readonly dataDir: string;
  readonly inboxDir: string;
  /** How browsers reach the server, or null: as the request says. */
  readonly publicUrl: string | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

export type ConfigReading =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** Named in the design, not part of this version: taking them and doing nothing would lose somebody's data. */
const LATER = ['DATABASE_URL', 'REDIS_URL', 'MODEL', 'AGENT_URL'] as const;

const schema = z.object({
  PORT: z.coerce.number('PORT must be a number.').int().min(0).max(65_535, 'PORT must be at most 65535.').default(4600),
  DATA_DIR: z.string().min(1, 'DATA_DIR must name a folder.').default('./data'),
  INBOX_DIR: z.string().min(1, 'INBOX_DIR must name a folder.').optional(),
  PUBLIC_URL: z
    .string()
    .transform((value) => value.replace(/\/+$/, ''))
    .refine(isWebOrigin, 'PUBLIC_URL must be an origin such as "https://chat.example.com", without a path.')
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`).default('info'),
});

export function readConfig(env: Readonly<Record<string, string | undefined>>): ConfigReading {
  const problems: string[] = LATER.filter((name) => env[name]).map(
    (name) => `${name} is set, but this version does not support it. Unset it to start with the embedded parts.`,
  );
  const read = schema.safeParse(env);
  if (!read.success) problems.push(...read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  if (problems.length > 0 || !read.success) return { ok: false, problems };
  const { PORT, DATA_DIR, INBOX_DIR, PUBLIC_URL, LOG_LEVEL } = read.data;
  return {
    ok: true,
    config: {
      port: PORT,
      dataDir: DATA_DIR,
      inboxDir: INBOX_DIR ?? `${DATA_DIR}/inboxes`,
      publicUrl: PUBLIC_URL ?? null,
      logLevel: LOG_LEVEL,
    },
  };
}
