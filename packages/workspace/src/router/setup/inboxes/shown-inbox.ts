/** An inbox as procedures show it: a team's own, or a folder of the operator's, which can only be read here. */
import type { InboxSettings } from '@service/realtime-server/ports';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { OrgScope } from '../../../callers/caller.js';
import { failure } from '../../../contract/errors.js';
import { dateTime } from '../../../contract/fields.js';
import type { Tables } from '../../../database/tables.js';
import { firstOrganization } from '../../../organizations/first-organization.js';
import { foldersOf } from '../../../organizations/inboxes.js';
import { shownKey, shownRing } from '../../../setup/inboxes/identity-keys.js';
import { aiAgentId, inboxFields, inboxState, shownFields, teamsOfInbox } from '../../../setup/inboxes/inbox-fields.js';
import { findInbox, type StoredInbox } from '../../../setup/inboxes/inbox-rows.js';
import { installsOf, shownInstall } from '../../../setup/inboxes/installs/installs.js';
import { openRing } from '../../../setup/inboxes/sealed-ring.js';
import type { Services } from '../../services.js';

export const NO_INBOX = 'This organization has no such inbox.';
const READ_ONLY =
  'It is a folder on the server. Its operator changes its inbox.json, and the change is read within a second.';

export const shownInbox = z.object({
  inboxId: z.string(),
  channel: z.literal('web'),
  managedBy: z.enum(['console', 'file']).describe('`file`: a folder on the server, which is only read here.'),
  readOnlyBecause: z.string().nullable().describe('Why it can’t be changed here. Null: it can.'),
  state: inboxState,
  ...shownFields,
  aiAgentId,
  teamIds: teamsOfInbox,
  identityKeys: z.array(shownKey).describe('Without their secrets. Those of a folder are in its own file.'),
  install: z.array(shownInstall).describe('From where visitors have begun a session, the last one first.'),
  version: z
    .int()
    .nullable()
    .describe('Send it with a change, so that no change is overwritten unseen. Null: it is not changed here.'),
  createdAt: dateTime.nullable(),
  updatedAt: dateTime.nullable(),
});

export type ShownInbox = z.input<typeof shownInbox>;

export async function shownInboxes(services: Services, inboxes: readonly (StoredInbox | InboxSettings)[]) {
  const installs = await installsOf(
    services.database.db,
    inboxes.map(({ id }) => id),
  );
  return inboxes.map((inbox): ShownInbox => {
    const install = installs.get(inbox.id) ?? [];
    return 'orgId' in inbox ? ofConsole(services, inbox, install) : ofFolder(inbox, install);
  });
}

function ofConsole({ masterKey, now }: Services, inbox: StoredInbox, install: ShownInbox['install']): ShownInbox {
  const { id, state, fields, teamIds, version, createdAt, updatedAt, identityKeys } = inbox;
  return {
    ...{ inboxId: id, channel: 'web', managedBy: 'console', readOnlyBecause: null, state, ...fields },
    ...{ aiAgentId: inbox.aiAgentId, teamIds: [...teamIds], install, version },
    identityKeys: shownRing(openRing(masterKey, id, identityKeys), now()),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

function ofFolder({ id, state, identity, ...file }: InboxSettings, install: ShownInbox['install']): ShownInbox {
  const { keysFile: _file, keysEnv: _env, ...signed } = identity ?? {};
  return {
    ...inboxFields.strip().parse({ ...file, identity: identity && signed }),
    ...{ inboxId: id, channel: 'web', managedBy: 'file', readOnlyBecause: READ_ONLY, state },
    ...{ aiAgentId: null, teamIds: [], identityKeys: [], install },
    ...{ version: null, createdAt: null, updatedAt: null },
  };
}

/** The folders of the organization, by their ids. `db`: in a transaction, that one; nothing else can be asked until it ends. */
export async function foldersIn(
  { auth, database, inboxes }: Services,
  scope: OrgScope,
  db: Kysely<Tables> = database.db,
): Promise<readonly InboxSettings[]> {
  const rows = auth.rows(db);
  const organization = await rows.find('organization', { id: scope });
  if (!organization) return [];
  const first = await firstOrganization(rows, db);
  return foldersOf(inboxes, organization, first)
    .flatMap(({ inboxId }) => inboxes.settings(inboxId) ?? [])
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** @throws NOT_FOUND when the organization has no such inbox */
export async function inboxIn(services: Services, scope: OrgScope, id: string): Promise<StoredInbox | InboxSettings> {
  const stored = await findInbox(services.database.db, scope, id);
  const found = stored ?? (await foldersIn(services, scope)).find((folder) => folder.id === id);
  if (!found) throw failure('NOT_FOUND', NO_INBOX);
  return found;
}

export async function readInbox(services: Services, scope: OrgScope, id: string): Promise<ShownInbox> {
  const [shown] = await shownInboxes(services, [await inboxIn(services, scope, id)]);
  return shown as ShownInbox;
}
