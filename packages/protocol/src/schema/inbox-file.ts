/** Schema of `inbox.json`, the file an operator writes for each inbox. Every problem is reported at once, by field. */

import * as z from 'zod';
import { HASH, TOOL_NAME } from '../client-tools/manifest.js';
import { isSafeWebLink } from '../embed/web-link.js';
import { isWebOrigin } from '../frames/ids.js';
import { CONFIG_LIMITS, TOOL_LIMITS } from '../limits.js';
import { TEMPLATES } from '../theme/templates/templates.js';
import { FONT_SIZES, MESSAGE_STYLES, type WidgetTheme } from '../theme/theme.js';
import { consentTextsSchema, greetingSchema, ownTextsSchema, questionsSchema, welcomesSchema } from './inbox-words.js';
import { openingSchema } from './opening.js';
import type { Same } from './same-type.js';

export const widgetThemeSchema = z.strictObject({
  template: z.enum(TEMPLATES).optional(),
  primaryColor: z.string().max(64).optional(),
  backgroundColor: z.string().max(64).optional(),
  textColor: z.string().max(64).optional(),
  userBubbleColor: z.string().max(64).optional(),
  userBubbleTextColor: z.string().max(64).optional(),
  fontFamily: z.string().max(200).optional(),
  fontSize: z.enum(FONT_SIZES).optional(),
  messageStyle: z.enum(MESSAGE_STYLES).optional(),
  logoUrl: z.string().max(2_048).optional(),
  headerTitle: z.string().max(80).optional(),
  poweredBy: z.boolean().optional(),
});

/** Who answers where the operator gives no name. */
export const AGENT_NAME = 'Assistant';

const tokens = z.int().min(1_000).nullable();

/** Refused with the reason, because the page alone does not show it: its browser only shows no frame. */
const allowedOrigin = z
  .string()
  .refine((origin) => !/^(?!https?:)[a-z][a-z\d+.-]*:[/][/]/i.test(origin), {
    abort: true,
    error:
      'has a scheme of an app’s own, such as "capacitor://": browsers can’t allow it to show the chat. Open the chat from a page of https in the app',
  })
  .refine((origin) => !/^https?:[/][/]\[/.test(origin), {
    abort: true,
    error:
      'is an IPv6 address, which browsers can’t allow to show the chat: use a name, such as "http://localhost:4601"',
  })
  .refine(isWebOrigin, 'must be an origin such as "https://shop.example", without path or slash');

export const inboxFileSchema = z.strictObject({
  /** The business, as it is named to visitors. */
  name: z.string().min(1).max(80),
  /** Origins of the pages that may embed this inbox. At least one: without any, it could not be used. */
  allowedOrigins: z.array(allowedOrigin).min(1).max(200),
  agentName: z.string().min(1).max(CONFIG_LIMITS.agentName).default(AGENT_NAME),
  agentTitle: z.string().max(CONFIG_LIMITS.agentTitle).nullable().default(null),
  greeting: greetingSchema.nullable().default(null),
  placeholder: z.string().max(CONFIG_LIMITS.placeholder).nullable().default(null),
  questions: questionsSchema.default([]),
  /** Greeting and questions by language and page, in place of the two above. */
  welcomes: welcomesSchema.default([]),
  /** The business's own wording of texts that the chat shows, by language. What has none is in the chat's own words. */
  texts: ownTextsSchema.default({}),
  theme: widgetThemeSchema.nullable().default(null),
  privacyUrl: z.string().refine(isSafeWebLink, 'must be an https:// address').nullable().default(null),
  requireConsent: z.boolean().default(false),
  /** Version of the consent wording; raise it to ask everyone again. */
  consentVersion: z.string().min(1).max(64).default('1'),
  /** What a visitor agrees to, in the business's own words, by language. A language without has the chat's own sentence. */
  consentTexts: consentTextsSchema.default({}),
  /**
   * What people, models and services that answer get of the page that the visitor is on: title, address, the site that led
   * there, the browser's language and time zone. `path`: the address without what follows `?` or `#`; `full`: all of it;
   * `none`: nothing of the page.
   */
  visitorPage: z.enum(['path', 'full', 'none']).default('path'),
  /** People who can take over, and when they answer. Null: no handoff is offered. */
  people: z
    .strictObject({
      /** In the operator's own words, where there is no `opening`. */
      hours: z.string().max(200).nullable().default(null),
      /** By the clocks of the business: visitors see in their own time whether people answer now. */
      opening: openingSchema.nullable().default(null),
    })
    .nullable()
    .default(null),
  /**
   * How else to reach the business, in its own words, for visitors whose network lets no chat through: `Write to
   * help@shop.example.` Addresses become links. Null: nothing is offered.
   */
  otherContact: z.string().min(1).max(200).nullable().default(null),
  /** Visitors without visit or message for so many days are deleted with all their conversations. Null: never. */
  retentionDays: z.number().int().min(7).max(3_650).nullable().default(null),
  /** A service of the business's own that answers in place of the articles: each question is a signed request to `url`. */
  httpAgent: z
    .strictObject({ url: z.string().refine(isSafeWebLink, 'must be an https:// address') })
    .nullable()
    .default(null),
  /** Visitors whom the site's server identifies (docs/identity). Null: all visitors are anonymous. */
  identity: z
    .strictObject({
      /** True: no session without a valid token. */
      required: z.boolean().default(false),
      /** `iss` of the tokens: whose server signs. */
      organization: z
        .string()
        .regex(/^[\x21-\x7E]{1,64}$/, 'must be 1 to 64 letters, digits and signs without spaces')
        .default('site'),
      /** Where the keys are: a file beside this one, made by `npm run identity -- mint`. */
      keysFile: z
        .string()
        .regex(/^[\w-][\w.-]{0,99}$/, 'must be a file name, without a folder')
        .default('identity-keys.json'),
      /** Or the environment variable that holds what the file would. */
      keysEnv: z
        .string()
        .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be the name of an environment variable')
        .nullable()
        .default(null),
      /** What becomes of the anonymous conversation when its visitor is identified: it goes along, or stays behind. */
      mergeAnonymous: z.enum(['session', 'none']).default('session'),
      /** True: only tokens bound to the browser that asked for them. */
      requireNonce: z.boolean().default(false),
    })
    .nullable()
    .default(null),
  /** Whose inbox this is: the slug of an organization of this installation. Null: of the first one that was made. */
  organization: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,62}$/, 'must be the short name of an organization, such as "havn-hei"')
    .nullable()
    .default(null),
  /** Words that mean the same in this business: each line is one group. */
  synonyms: z
    .array(z.array(z.string().min(1).max(60)).min(2).max(12))
    .max(200)
    .default([]),
  /** How a model is to answer, in the operator's words: tone, what to ask first, what never to promise. */
  instructions: z.string().max(8_000).nullable().default(null),
  /** What a model or an AG-UI agent may show under its answers. `[]`: words only, for a model that knows no functions. */
  answerParts: z.array(z.enum(['quick-replies', 'card', 'form'])).default(['quick-replies', 'card', 'form']),
  /** Hosts, besides those of `allowedOrigins`, that a model may link to with addresses that no article has. */
  linkHosts: z
    .array(z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'must be a host such as "track.carrier.example"'))
    .max(50)
    .default([]),
  /** The most tokens a model may use per day (UTC). Null: no limit. */
  budget: z
    .strictObject({
      conversation: tokens.default(200_000),
      contact: tokens.default(400_000),
      /** All visitors at one address. Default: a fifth of `inbox`. */
      address: tokens.exactOptional(),
      inbox: tokens.default(20_000_000),
    })
    .prefault({}),
  /** What pages may have the assistant call. */
  tools: z
    .strictObject({
      /** Only these, by name and, to be sure, by the SHA-256 of their schema's canonical JSON. Null: whatever a page offers. */
      allow: z
        .array(
          z.strictObject({
            name: z.string().regex(TOOL_NAME, 'must be letters, digits, "-" and "_"'),
            schema: z.string().regex(HASH, 'must be 64 hexadecimal digits').exactOptional(),
            /** What the model gets in place of the page's description, which a script on that page can change. */
            description: z.string().min(1).max(TOOL_LIMITS.toolDescription).exactOptional(),
          }),
        )
        .max(TOOL_LIMITS.tools)
        .nullable()
        .default(null),
      /** How to use them, in place of what pages say of that. Null: what they say, marked as theirs. `""`: nothing. */
      instructions: z.string().max(TOOL_LIMITS.toolInstructions).nullable().default(null),
      /** Those that a visitor must confirm whatever the page says; `all`: every one. */
      confirm: z.union([z.literal('all'), z.array(z.string().regex(TOOL_NAME)).max(TOOL_LIMITS.tools)]).default([]),
    })
    .prefault({}),
});

export type InboxFile = z.infer<typeof inboxFileSchema>;

true satisfies Same<z.infer<typeof widgetThemeSchema>, WidgetTheme>;
