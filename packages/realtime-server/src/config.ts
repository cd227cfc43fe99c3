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

const PORT_RULE = 'PORT must be a whole number from 0 to 65535.';

const schema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, PORT_RULE)
    .transform(Number)
    .refine((port) => port <= 65_535, PORT_RULE)
    .default(4600),
  DATA_DIR: z.string().default('./data'),
  INBOX_DIR: z.string().optional(),
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
  // A compose file passes on what is not set as empty; taken at its word, an empty PORT would be 0, which is any.
  const read = schema.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!read.success) problems.push(...read.error.issues.map((issue) => issue.message));
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
