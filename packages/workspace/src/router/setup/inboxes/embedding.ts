/** How an inbox looks, and how it comes onto a page. */
import { resolveTheme, themePairs, type WidgetTheme } from '@service/protocol';
import { widgetThemeSchema } from '@service/protocol/schema';
import { z } from 'zod';
import type { OrgScope } from '../../../callers/caller.js';
import { failure } from '../../../contract/errors.js';
import { orgId } from '../../../contract/fields.js';
import { publishedAgents } from '../../../setup/ai-agents/published-agents.js';
import { embedCode as codeFor, EMBED_FORMS } from '../../../setup/inboxes/embed-code.js';
import { aiAgentId, changedFields, inboxFields, inboxId } from '../../../setup/inboxes/inbox-fields.js';
import { defined } from '../../changes/changed-fields.js';
import { forMembers } from '../../procedure.js';
import type { Services } from '../../services.js';
import { mustBeAgent, TAGS } from './inbox-rules.js';
import { inboxIn } from './shown-inbox.js';

const scheme = z.enum(['light', 'dark']);

export const checkTheme = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/inboxes/checkTheme',
    tags: TAGS,
    summary: 'Check a theme',
    description:
      'What the chat would draw with this theme, by its own rule: each colour, each pair of colours with its contrast, and each value that is not used as it was written, with the reason. Nothing is stored. The fields of the theme are given one by one.',
  })
  .input(z.object({ orgId, scheme: scheme.default('light'), ...widgetThemeSchema.shape }))
  .output(
    z.object({
      tokens: z.record(z.string(), z.union([z.string(), z.number()])),
      pairs: z.array(z.object({ what: z.string(), ratio: z.number(), wanted: z.number() })),
      changes: z.array(z.object({ field: z.string(), given: z.string(), used: z.string(), why: z.string() })),
    }),
  )
  .handler(({ input: { orgId: _orgId, scheme: wanted, ...theme } }) => {
    const { tokens, changes } = resolveTheme(theme as WidgetTheme, wanted);
    return {
      tokens: { ...tokens },
      pairs: [...themePairs(tokens)],
      changes: changes.map(({ field, from, to, why }) => ({ field, given: from, used: to, why })),
    };
  });

export const embedCode = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/inboxes/embedCode',
    tags: TAGS,
    summary: 'Get the code for a page',
    description:
      'The text that shows the inbox on a page: a script tag, React, your own screen, a tag manager, or the sources that a Content-Security-Policy needs. `steps`: what to do with it.',
  })
  .input(z.object({ orgId, inboxId, form: z.enum(EMBED_FORMS).default('script') }))
  .output(
    z.object({
      text: z.string(),
      hash: z.string().nullable().describe('Of an inline script in it, for a policy. Null: it has none.'),
      steps: z.array(z.string()),
    }),
  )
  .handler(async ({ context: { services, scope }, input: { inboxId: id, form } }) => {
    const inbox = await inboxIn(services, scope, id);
    const { allowedOrigins } = 'fields' in inbox ? inbox.fields : inbox;
    const code = codeFor(form, { inboxId: id, chatUrl: services.settings.chatUrl, allowedOrigins });
    return { ...code, steps: [...code.steps] };
  });

export const preview = forMembers({ kind: 'write', role: 'admin', availableBeforeApproval: true })
  .route({
    method: 'POST',
    path: '/inboxes/preview',
    tags: TAGS,
    summary: 'Preview an inbox',
    description:
      'The address of a frame in which the console shows the chat with these settings for an hour. Without `inboxId` it is an inbox that does not exist yet. Nothing is stored, and what is written there is sent to no one.',
  })
  .input(z.object({ orgId, inboxId: inboxId.optional(), ...changedFields, aiAgentId: aiAgentId.optional() }))
  .output(
    z.object({
      url: z.string().nullable().describe('Null: the chat has no origin of its own, so there is no preview.'),
    }),
  )
  .handler(async ({ context: { services, scope }, input }) => {
    const { orgId: _orgId, inboxId: id, aiAgentId: wanted, ...given } = input;
    const { previewUrl, publicUrl } = services.settings;
    if (previewUrl === null) return { url: null };
    const inbox = id === undefined ? null : await inboxIn(services, scope, id);
    const saved = inbox === null ? UNNAMED : 'fields' in inbox ? inbox.fields : inbox;
    const {
      routing: _r,
      targets: _t,
      reopenWindowDays: _w,
      identity: _i,
      ...file
    } = inboxFields.strip().parse({ ...saved, ...defined(given), identity: null });
    const own = inbox !== null && 'fields' in inbox ? inbox.aiAgentId : null;
    const agent = await agentSeen(services, scope, wanted === undefined ? own : wanted);
    const { origin } = new URL(publicUrl);
    const token = services.previews.token(origin, { ...file, ...agent });
    if (token === null)
      throw failure(
        'BAD_REQUEST',
        'These texts are too long for a preview. Save them, and look at a page with the chat.',
      );
    const query = new URLSearchParams({ o: origin, mode: 'embedded', preview: token });
    return { url: `${previewUrl}/widget/preview?${query}` };
  });

/** What visitors see of an AI agent that was published. @throws BAD_REQUEST when the organization has no such AI agent */
async function agentSeen({ database: { db } }: Services, scope: OrgScope, id: string | null) {
  if (id === null) return {};
  await mustBeAgent(db, scope, id);
  const published = (await publishedAgents(db, [id])).get(id);
  return published ? { agentName: published.agentName, agentTitle: published.agentTitle } : {};
}

const UNNAMED = { name: 'Your business', allowedOrigins: ['https://example.com'] };
