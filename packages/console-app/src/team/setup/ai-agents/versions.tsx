/** Publishes the draft, with what would be lost, and goes back to older versions. */
import { useState } from 'preact/hooks';
import { dayOf } from '../../../content/time.js';
import { useChange } from '../../use-answer.js';
import type { Agent } from './shown.js';

interface VersionsProps {
  readonly orgId: string;
  readonly agent: Agent;
  readonly mayManage: boolean;
  /** The form has changes that no version has yet. */
  readonly isChanged: boolean;
  readonly onChanged: () => void;
}

type Version = Agent['versions'][number];

const STATE = { draft: 'Draft', published: 'Published', superseded: 'Published before' } as const;
/** Why a version is not published yet, by the reason of the refusal. */
const OBSTACLES: Readonly<Record<string, string | undefined>> = {
  lost: 'In the newest run questions lose their answers, or tests are not passed. Change the draft and run it again, or publish it all the same:',
  running: 'Its tests are running. Wait for their end, or publish it all the same.',
  untested: 'This version was not tested. Run its tests first, or publish it all the same.',
};
/** Shown at first. */
const FEW = 5;

export function Versions({ orgId, agent, mayManage, isChanged, onChanged }: VersionsProps) {
  const { aiAgentId, versions, inboxes } = agent;
  const { busy, problem, error, run } = useChange();
  const [tried, setTried] = useState<number | null>(null);
  const [isAll, setIsAll] = useState(false);
  const publish = async (version: number, confirm: boolean): Promise<void> => {
    setTried(version);
    const published = await run('aiAgents.publish', { orgId, aiAgentId, version, confirm });
    if (published) setTried(null);
    onChanged();
  };
  const losses = error?.data?.losses ?? [];
  const obstacle = tried === null ? undefined : OBSTACLES[error?.data?.reason ?? ''];
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <p class="hint">
        {inboxes.length === 0
          ? 'No inbox has this AI agent yet.'
          : `It answers in ${new Intl.ListFormat('en').format(inboxes.map(({ name }) => name))}.`}{' '}
        Visitors get the published version; each answer in a conversation names it.
      </p>
      {problem && (
        <div role="alert" class="losses">
          <p>{obstacle ?? problem}</p>
          {losses.length > 0 && (
            <ul>
              {losses.map(({ question, why }) => (
                <li key={question}>
                  <bdi>{question}</bdi> <span class="hint">{why === 'lost' ? 'loses its answer' : 'not passed'}</span>
                </li>
              ))}
            </ul>
          )}
          {obstacle && tried !== null && (
            <button type="button" class="secondary" disabled={busy} onClick={() => void publish(tried, true)}>
              Publish version {tried} all the same
            </button>
          )}
        </div>
      )}
      {mayManage && <Warnings {...{ agent, isChanged }} />}
      <ul class="rows">
        {(isAll ? versions : versions.slice(0, FEW)).map((each) => (
          <VersionRow
            key={each.version}
            version={each}
            {...{ busy, mayManage, isChanged }}
            onPublish={() => void publish(each.version, false)}
          />
        ))}
      </ul>
      {!isAll && versions.length > FEW && (
        <button type="button" class="secondary" onClick={() => setIsAll(true)}>
          Show older versions
        </button>
      )}
    </section>
  );
}

const UNSAVED = 'unsaved-changes';

/** What a person should know before they publish the draft. */
function Warnings({ agent, isChanged }: Pick<VersionsProps, 'agent' | 'isChanged'>) {
  const { version, published, knowledgeIds } = agent;
  return (
    <div role="status" class="warnings">
      {isChanged && <p id={UNSAVED}>Save the draft first: what you changed above is in no version yet.</p>}
      {!isChanged && version !== published && knowledgeIds.length === 0 && (
        <p>
          Version {version} has no sources, so it answers nothing from your knowledge. Choose some under What it knows.
        </p>
      )}
    </div>
  );
}

interface VersionRowProps {
  readonly version: Version;
  readonly isChanged: boolean;
  readonly busy: boolean;
  readonly mayManage: boolean;
  readonly onPublish: () => void;
}

function VersionRow({
  version: { version, state, createdAt, publishedAt },
  busy,
  mayManage,
  isChanged,
  onPublish,
}: VersionRowProps) {
  const isHeldUp = isChanged && state === 'draft';
  return (
    <li>
      <p>
        <strong>Version {version}</strong>
        <span class="hint">
          {STATE[state]} · {dayOf(Date.parse(publishedAt ?? createdAt))}
        </span>
      </p>
      {mayManage && state !== 'published' && (
        <button
          type="button"
          class={state === 'draft' ? 'primary' : 'secondary'}
          disabled={busy || isHeldUp}
          aria-describedby={isHeldUp ? UNSAVED : undefined}
          aria-label={state === 'draft' ? `Publish version ${version}` : `Go back to version ${version}`}
          onClick={onPublish}
        >
          {state === 'draft' ? 'Publish' : 'Go back'}
        </button>
      )}
    </li>
  );
}
