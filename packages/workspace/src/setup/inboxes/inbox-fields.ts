/** The fields of an inbox that its team sets. Those that inbox.json has too are that file's, with their limits. */
import { inboxFileSchema } from '@service/protocol/schema';
import { INBOX_STATES } from '@service/realtime-server/ports';
import { z } from 'zod';
import { line } from '../../contract/fields.js';
import { LIMITS } from '../../organizations/limits.js';
import { id, teamIds } from '../../organizations/teams/team-fields.js';

const MINUTES_OF_YEAR = 365 * 24 * 60;

const identity = inboxFileSchema.shape.identity
  .unwrap()
  .unwrap()
  .omit({ keysFile: true, keysEnv: true })
  .nullable()
  .describe(
    'Whether the site signs who its visitors are. Its keys are made by `inboxes.createIdentityKey`. Null: it does not.',
  );

const routing = z
  .object({
    mode: z.enum(['manual', 'round_robin', 'least_busy', 'sticky']),
    takeBackAfterMin: z.int().min(1).max(1_440).nullable(),
  })
  .describe('How conversations find a member. It is stored; this version leaves all of them to be taken.');

const minutes = z.int().min(1).max(MINUTES_OF_YEAR);
const targets = z
  .object({
    firstResponseMin: minutes.nullable(),
    nextResponseMin: minutes.nullable(),
    resolutionMin: minutes.nullable(),
  })
  .nullable()
  .describe(
    'Within how many minutes of business hours people mean to answer. It is stored; this version reports nothing of it.',
  );

/** What inbox.json says too. */
const shared = inboxFileSchema.pick({
  name: true,
  allowedOrigins: true,
  agentName: true,
  agentTitle: true,
  greeting: true,
  placeholder: true,
  questions: true,
  welcomes: true,
  texts: true,
  theme: true,
  privacyUrl: true,
  requireConsent: true,
  consentVersion: true,
  consentTexts: true,
  visitorPage: true,
  people: true,
  otherContact: true,
  retentionDays: true,
}).shape;

/** All of an inbox that is stored, with the values that hold where none are given. */
const settings = {
  ...shared,
  name: line(80).describe('The business, as it is named to visitors.'),
  identity: identity.default(null),
  routing: routing.default({ mode: 'manual', takeBackAfterMin: null }),
  targets: targets.default(null),
  reopenWindowDays: z
    .int()
    .min(0)
    .max(90)
    .default(7)
    .describe(
      'How long a resolved conversation is opened again by its visitor. It is stored; this version resolves none.',
    ),
};

export const inboxFields = z.strictObject(settings);
export type InboxFields = z.output<typeof inboxFields>;

type Settings = typeof settings;
type Given<F extends z.ZodType> = F extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : F;

/** A field without the value that holds where none is given. */
const given = <F extends z.ZodType>(field: F): Given<F> =>
  (field instanceof z.ZodDefault ? field.unwrap() : field) as Given<F>;

const each = <Made>(make: (field: z.ZodType) => z.ZodType): Made =>
  Object.fromEntries(Object.entries(settings).map(([name, field]) => [name, make(field)])) as Made;

/** As they are given to change an inbox: those that are named. */
export const changedFields = each<{ [F in keyof Settings]: z.ZodOptional<Given<Settings[F]>> }>((field) =>
  given(field).optional(),
);

/** As they are shown: every one of them. */
export const shownFields = each<{ [F in keyof Settings]: Given<Settings[F]> }>(given);

export const inboxId = id.describe('An inbox of this organization.');
export const aiAgentId = id
  .nullable()
  .describe('The AI agent that answers. Null: the inbox’s articles, or what the server is set to.');
export const teamsOfInbox = teamIds.describe('Teams that answer here. None: all members.');
export const inboxState = z
  .enum(INBOX_STATES)
  .describe(
    'Visitors see an inbox that is live. A paused one takes no messages; a draft and an archived one are not there for them.',
  );

export const MOST_INBOXES = LIMITS.inboxes;
