/** What visitors are answered from: the sources of an organization, and the questions that none of them answered. */
import { hashOf } from '../../../console/address.js';
import {
  NoOrganization,
  OrganizationChoice,
  type OrganizationPageProps,
  organizationOf,
} from '../../organization-choice.js';
import { useAll } from '../../use-answer.js';
import { AddSource } from './add-source.js';
import { Gaps } from './gaps.js';
import { SourceRow } from './source-row.js';

export function KnowledgePage({ me: { organizations }, orgId: chosen, onOrganization }: OrganizationPageProps) {
  const organization = organizationOf(organizations, chosen);
  if (!organization) return <NoOrganization />;
  const { orgId, role } = organization;
  return (
    <main class="team knowledge">
      <OrganizationChoice {...{ organizations, organization }} title="Knowledge" onChoose={onOrganization} />
      <Sources key={orgId} orgId={orgId} mayManage={role !== 'member'} />
    </main>
  );
}

function Sources({ orgId, mayManage }: { readonly orgId: string; readonly mayManage: boolean }) {
  const { value, problem, refresh } = useAll('knowledge.list', { orgId });
  const sources = value?.items ?? [];
  const inboxIds = sources.flatMap((source) => (source.type === 'folder' ? source.inboxIds : []));
  return (
    <>
      <section aria-labelledby="sources">
        <h2 id="sources">Sources</h2>
        <p class="hint">
          Visitors are answered from a source when an <a href={hashOf({ page: 'agents', orgId, id: null })}>AI agent</a>{' '}
          has it and an <a href={hashOf({ page: 'inboxes', orgId, id: null })}>inbox</a> has that agent. The source is
          beside each answer.
        </p>
        {problem && <p role="alert">{problem}</p>}
        {value && sources.length === 0 && <p class="hint">There are no sources yet.</p>}
        <ul class="rows">
          {sources.map((source) => (
            <SourceRow key={source.sourceId} {...{ orgId, source, mayManage }} onChanged={refresh} />
          ))}
        </ul>
      </section>
      {mayManage && value && <AddSource {...{ orgId, inboxIds }} onAdded={refresh} />}
      <Gaps {...{ orgId, mayManage, sources }} onChanged={refresh} />
    </>
  );
}
