/** Adds a source of one of the four kinds. What is typed of an article or of pairs is there again when the page is opened again. */
import type { Inputs } from '@service/workspace-client';
import type { TargetedSubmitEvent } from 'preact';
import { useDraftFields } from '../../../forms/use-draft.js';
import { useAll, useChange } from '../../use-answer.js';
import { EMPTY_PAIR, type Pair } from './pairs.js';
import { TYPES } from './shown.js';
import { type WrittenContent, WrittenFields } from './written-fields.js';

type Kind = Inputs['knowledge.create']['type'];
const KINDS: readonly Kind[] = ['website', 'article', 'faq', 'file'];

interface AddSourceProps {
  readonly orgId: string;
  /** Inboxes that are folders on the server. */
  readonly inboxIds: readonly string[];
  readonly onAdded: () => void;
}

interface Written extends WrittenContent {
  readonly kind: Kind;
}

const NOTHING: Written = { kind: 'website', title: '', text: '', pairs: [EMPTY_PAIR] };

export function AddSource({ orgId, inboxIds, onAdded }: AddSourceProps) {
  const [written, change] = useDraftFields(`source ${orgId}`, NOTHING);
  const write = (fields: Partial<Written>): void => change((before) => ({ ...before, ...fields }));
  const { kind, pairs } = written;
  const { busy, problem, run } = useChange();
  const add = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const own = await ownFields(kind, fields, pairs);
    const [inboxes, aiAgentIds] = [fields.getAll('inbox').map(String), fields.getAll('agent').map(String)];
    if (!(await run('knowledge.create', { orgId, type: kind, inboxIds: inboxes, aiAgentIds, ...own }))) return;
    form.reset();
    write({ ...NOTHING, kind });
    onAdded();
  };
  return (
    <section aria-labelledby="add-source">
      <h2 id="add-source">Add a source</h2>
      <form class="source-form card" aria-label="Add a source" onSubmit={add}>
        {problem && <p role="alert">{problem}</p>}
        <label>
          Kind
          <select value={kind} onChange={(event) => write({ kind: event.currentTarget.value as Kind })}>
            {KINDS.map((each) => (
              <option key={each} value={each}>
                {TYPES[each]}
              </option>
            ))}
          </select>
        </label>
        {kind === 'website' && <WebsiteFields />}
        {kind === 'file' && (
          <label>
            File: Markdown, HTML, text or PDF, up to 20 MB
            <input type="file" name="file" required accept=".md,.markdown,.html,.htm,.txt,.pdf" />
          </label>
        )}
        {(kind === 'article' || kind === 'faq') && <WrittenFields {...{ kind, written, write }} />}
        <WhoAnswers {...{ orgId, inboxIds }} />
        <button type="submit" class="primary" disabled={busy}>
          {busy ? 'One moment…' : 'Add'}
        </button>
      </form>
    </section>
  );
}

function WhoAnswers({ orgId, inboxIds }: Omit<AddSourceProps, 'onAdded'>) {
  const agents = useAll('aiAgents.list', { orgId }).value?.items ?? [];
  if (inboxIds.length + agents.length === 0) return null;
  return (
    <fieldset>
      <legend>Who answers from it</legend>
      {agents.map(({ aiAgentId, name }) => (
        <label class="choice" key={aiAgentId}>
          <input type="checkbox" name="agent" value={aiAgentId} defaultChecked />
          <span>
            <bdi>{name}</bdi> <span class="hint">AI agent, when it is published again</span>
          </span>
        </label>
      ))}
      {inboxIds.map((inboxId) => (
        <label class="choice" key={inboxId}>
          <input type="checkbox" name="inbox" value={inboxId} defaultChecked />
          <span>
            <bdi>{inboxId}</bdi> <span class="hint">folder on the server</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const WebsiteFields = () => (
  <>
    <label>
      Address
      <input
        name="startUrl"
        type="url"
        required
        maxLength={2_000}
        pattern="https://.*"
        placeholder="https://www.example.com/help"
      />
    </label>
    <div class="row">
      <label>
        Pages at most
        <input name="maxPages" type="number" required min={1} max={2_000} defaultValue={200} />
      </label>
      <label>
        Read it again
        <select name="refresh">
          <option value="never">Never</option>
          <option value="daily">Each day</option>
          <option value="weekly" selected>
            Each week
          </option>
        </select>
      </label>
    </div>
    <label>
      <span>
        Only paths such as <code>/help/*</code>, one a line
      </span>
      <textarea name="include" rows={2} />
    </label>
    <label>
      <span>
        No paths such as <code>/jobs/*</code>, one a line
      </span>
      <textarea name="exclude" rows={2} />
    </label>
  </>
);

type OwnFields = Omit<Inputs['knowledge.create'], 'orgId' | 'type'>;

async function ownFields(kind: Kind, fields: FormData, pairs: readonly Pair[]): Promise<OwnFields> {
  const text = (name: string): string => String(fields.get(name) ?? '').trim();
  const lines = (name: string): string[] => text(name).split(/\s+/).filter(Boolean);
  switch (kind) {
    case 'website':
      return {
        website: {
          ...{ startUrl: text('startUrl'), maxPages: Number(text('maxPages')) },
          ...{ include: lines('include'), exclude: lines('exclude') },
          refresh: text('refresh') as 'never' | 'daily' | 'weekly',
        },
      };
    case 'file': {
      const file = fields.get('file') as File;
      return { file: { name: file.name, content: await base64Of(file) } };
    }
    case 'faq':
      return { title: text('title'), faq: [...pairs] };
    case 'article':
      return { title: text('title'), text: text('text') };
  }
}

/** A data address is the only way by which a browser encodes many megabytes at once. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
