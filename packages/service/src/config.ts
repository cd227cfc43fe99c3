/**
 * Every setting of the process, read once from the environment. All are optional; what is wrong is named all at once,
 * because an operator who fixes one problem per restart loses an evening.
 */

import {
  type AgentSettings,
  type EmbedderSettings,
  isWebAddress,
  type ModelSettings,
  readEmbeddingSettings,
  readModelSettings,
} from '@service/answering';
import { isWebOrigin } from '@service/protocol';
import { weaknessOf } from '@service/realtime-server/runtime';
import { BOUNCE_TOKEN_LENGTH } from '@service/workspace';
import { z } from 'zod';

export interface Config {
  readonly port: number;
  readonly dataDir: string;
  readonly inboxDir: string;
  /** Where every released loader is stored; nodes share it, or a pinned page may meet a node that never had its version. */
  readonly loaderDir: string;
  /** How browsers reach the server, or null: as the request says. With `widgetUrl`: the console alone. */
  readonly publicUrl: string | null;
  /** How browsers reach the chat, where it has an origin of its own; null: the same as the console. Never without `publicUrl`. */
  readonly widgetUrl: string | null;
  /** PostgreSQL, or null: the embedded store in the data folder. */
  readonly databaseUrl: string | null;
  /** What joins the nodes of one database, or null: this is the only node. Never without `databaseUrl`. */
  readonly redisUrl: string | null;
  /** How many proxies of the operator's own stand before the server, each adding itself to `X-Forwarded-For`. */
  readonly trustedProxies: number;
  /** Seals the workspace's secrets: 32 bytes in base64. Null: the file `master.key` of the data folder. */
  readonly masterKey: string | null;
  /** The mail server, or null: nothing is sent. */
  readonly smtpUrl: string | null;
  /** From whom mail comes, or null: no-reply at the console's host. */
  readonly mailFrom: string | null;
  /** Where bounces go, or null: to `mailFrom`. */
  readonly mailBounces: string | null;
  /** Whether opened mails and used links are counted. */
  readonly mailTracking: boolean;
  /** Whether a new organization works at once, or waits for an admin of the installation. */
  readonly approval: 'auto' | 'manual';
  /** Who may make further organizations: admins of the installation, or everyone with an account. */
  readonly organizationsBy: 'admin' | 'anyone';
  /** Pages of these origins may use the agents' MCP address. */
  readonly mcpOrigins: readonly string[];
  /** The model that answers, or null: none is named. Never together with `agent`. */
  readonly model: ModelSettings | null;
  /** The AG-UI agent that answers, or null. With neither, the inbox's articles answer by themselves. */
  readonly agent: AgentSettings | null;
  /** Where vectors of articles come from, or null: they are found by their words alone. */
  readonly embedding: EmbedderSettings | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

export type ConfigReading =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const MASTER_KEY = /^[A-Za-z0-9+/_-]{43}=?$/;
/** Each mail gets an address of its own, `bounces+…@example.com`, with at most 64 characters before its `@`. */
const MOST_BOUNCES_NAME = 64 - '+'.length - BOUNCE_TOKEN_LENGTH;
const MAIL_BOUNCES = new RegExp(`^[\\w.-]{1,${MOST_BOUNCES_NAME}}@[^\\s@<>\\p{Cc}]+$`, 'u');
const PORT_RULE = 'PORT must be a whole number from 0 to 65535.';

/** The value isn't repeated in a message: it holds a password, and messages end up in logs. */
const urlOf = (schemes: readonly string[], rule: string) =>
  z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), rule);

const schema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, PORT_RULE)
    .transform(Number)
    .refine((port) => port <= 65_535, PORT_RULE)
    .default(4600),
  DATA_DIR: z.string().default('./data'),
  INBOX_DIR: z.string().optional(),
  LOADER_DIR: z.string().optional(),
  PUBLIC_URL: z
    .string()
    .transform((value) => value.replace(/\/+$/, ''))
    .refine(isWebOrigin, 'PUBLIC_URL must be an origin such as "https://chat.example.com", without a path.')
    .optional(),
  WIDGET_URL: z
    .string()
    .transform((value) => value.replace(/\/+$/, ''))
    .refine(isWebOrigin, 'WIDGET_URL must be an origin such as "https://chat.example.com", without a path.')
    .optional(),
  DATABASE_URL: urlOf(
    ['postgres:', 'postgresql:'],
    'DATABASE_URL must look like "postgres://user:password@host:5432/database".',
  ).optional(),
  REDIS_URL: urlOf(
    ['redis:', 'rediss:'],
    'REDIS_URL must look like "redis://host:6379", or "rediss://host:6379" for TLS.',
  ).optional(),
  MASTER_KEY: z
    .string()
    .regex(MASTER_KEY, 'MASTER_KEY must be 32 bytes in base64. Make one with: openssl rand -base64 32')
    .superRefine((key, problems) => {
      const weakness = MASTER_KEY.test(key) ? weaknessOf(key) : null;
      if (weakness === null) return;
      const message = `MASTER_KEY ${weakness}. Make one with: openssl rand -base64 32`;
      problems.addIssue({ code: 'custom', message });
    })
    .optional(),
  SMTP_URL: urlOf(
    ['smtp:', 'smtps:'],
    'SMTP_URL must look like "smtps://user:password@mail.example.com:465".',
  ).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\p{Cc}<>]{0,100}<?[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+>?$/u,
      'MAIL_FROM must look like "chat@example.com" or "Shop <chat@example.com>".',
    )
    .optional(),
  MAIL_BOUNCES: z
    .string()
    .regex(
      MAIL_BOUNCES,
      `MAIL_BOUNCES must look like "bounces@example.com", with at most ${MOST_BOUNCES_NAME} letters, digits, dots and hyphens before the @.`,
    )
    .optional(),
  MAIL_TRACKING: z.enum(['on', 'off'], 'MAIL_TRACKING must be on or off.').default('off'),
  WORKSPACE_APPROVAL: z.enum(['auto', 'manual'], 'WORKSPACE_APPROVAL must be auto or manual.').default('auto'),
  ORGANIZATIONS_BY: z.enum(['admin', 'anyone'], 'ORGANIZATIONS_BY must be admin or anyone.').default('admin'),
  MCP_ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((origin) => origin.trim().replace(/\/+$/, '')))
    .refine(
      (origins) => origins.every(isWebOrigin),
      'MCP_ORIGINS must be origins with commas between them, such as "https://chat.example.com, https://ide.example".',
    )
    .default([]),
  TRUSTED_PROXIES: z
    .string()
    .regex(/^\d$/, 'TRUSTED_PROXIES must be how many proxies of yours stand before the server, 0 to 9.')
    .transform(Number)
    .default(0),
  AGENT_URL: z
    .string()
    .refine(
      isWebAddress,
      'AGENT_URL must look like "https://agent.example.com/run", without a user or a password in it.',
    )
    .optional(),
  AGENT_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'AGENT_TOKEN must be letters, digits and signs without spaces.')
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`).default('info'),
});

const hostOf = (url: string | undefined): string | null => (url === undefined ? null : new URL(url).host);

export function readConfig(env: Readonly<Record<string, string | undefined>>): ConfigReading {
  // A compose file passes on what is not set as empty; taken at its word, an empty PORT would be 0, which is any. Around a value,
  // files of settings leave spaces that are not seen.
  const given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value = '']) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );
  const model = readModelSettings(given);
  const embedding = readEmbeddingSettings(given);
  const problems: string[] = [...model.problems, ...embedding.problems];
  const read = schema.safeParse(given);
  if (!read.success) problems.push(...read.error.issues.map((issue) => issue.message));
  if (read.success && given.WIDGET_URL && hostOf(read.data.WIDGET_URL) === hostOf(read.data.PUBLIC_URL)) {
    problems.push('WIDGET_URL and PUBLIC_URL must be two hosts: the chat’s and the console’s.');
  }
  if (given.WIDGET_URL && !given.PUBLIC_URL)
    problems.push('WIDGET_URL is the chat’s origin. Set PUBLIC_URL, the console’s, too.');
  if (given.REDIS_URL && !given.DATABASE_URL) {
    problems.push(
      'REDIS_URL joins several nodes, and they need one database in common. Set DATABASE_URL too, or leave this out.',
    );
  }
  if (given.AGENT_URL && (given.MODEL || given.OPENAI_BASE_URL)) {
    problems.push('AGENT_URL and MODEL (or OPENAI_BASE_URL) each name who answers. Set only one of them.');
  }
  if (given.AGENT_TOKEN && !given.AGENT_URL)
    problems.push('AGENT_TOKEN is for AGENT_URL. Set that too, or leave this out.');
  if (problems.length > 0 || !read.success) return { ok: false, problems };
  const { PORT, DATA_DIR, INBOX_DIR, LOADER_DIR, PUBLIC_URL, DATABASE_URL, REDIS_URL, TRUSTED_PROXIES, LOG_LEVEL } =
    read.data;
  const { AGENT_URL, AGENT_TOKEN } = read.data;
  return {
    ok: true,
    config: {
      port: PORT,
      dataDir: DATA_DIR,
      inboxDir: INBOX_DIR ?? `${DATA_DIR}/inboxes`,
      loaderDir: LOADER_DIR ?? `${DATA_DIR}/loaders`,
      publicUrl: PUBLIC_URL ?? null,
      widgetUrl: read.data.WIDGET_URL ?? null,
      databaseUrl: DATABASE_URL ?? null,
      redisUrl: REDIS_URL ?? null,
      trustedProxies: TRUSTED_PROXIES,
      masterKey: read.data.MASTER_KEY ?? null,
      smtpUrl: read.data.SMTP_URL ?? null,
      mailFrom: read.data.MAIL_FROM ?? null,
      mailBounces: read.data.MAIL_BOUNCES ?? null,
      mailTracking: read.data.MAIL_TRACKING === 'on',
      approval: read.data.WORKSPACE_APPROVAL,
      organizationsBy: read.data.ORGANIZATIONS_BY,
      mcpOrigins: read.data.MCP_ORIGINS,
      model: model.settings,
      agent: AGENT_URL === undefined ? null : { url: AGENT_URL, token: AGENT_TOKEN ?? null },
      embedding: embedding.settings,
      logLevel: LOG_LEVEL,
    },
  };
}
