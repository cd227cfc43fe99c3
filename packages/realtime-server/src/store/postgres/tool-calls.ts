/** Calls of pages' functions and open pages in PostgreSQL. Their texts are JSON already, so they are kept as they come. */
import { MOST_TOOL_CALLS, type OpenPageRow, pageOf } from '../sqlite/tool-calls.js';
import type { ToolCallRow, ToolCallStore } from '../store.js';
import type { Query } from './pool.js';

export const TOOL_TABLES = `
  CREATE TABLE tool_calls (
    ordinal bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    conversation text NOT NULL REFERENCES conversations (id),
    id text NOT NULL,
    run text NOT NULL,
    revision integer NOT NULL DEFAULT 1,
    record text NOT NULL,
    open boolean NOT NULL,
    due_at bigint,
    created_at bigint NOT NULL,
    UNIQUE (conversation, id)
  );
  CREATE INDEX tool_calls_due ON tool_calls (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE open_pages (
    conversation text NOT NULL REFERENCES conversations (id),
    tab text NOT NULL,
    socket text NOT NULL,
    node text NOT NULL,
    offer text NOT NULL,
    visible boolean NOT NULL,
    focused_at bigint NOT NULL,
    spoke_at bigint NOT NULL DEFAULT 0,
    until bigint NOT NULL,
    PRIMARY KEY (conversation, tab)
  );
  CREATE INDEX open_pages_node ON open_pages (node);
`;

const CALL = 'conversation, id, run, revision, record';

export function toolCallsOn(query: Query): ToolCallStore {
  return {
    async addToolCall({ conversation, id, run, record, open, dueAt, at, attempt }) {
      // The run is locked, so that nobody takes it over between this look and the commit.
      const [answer] = await query<{ held: boolean; kept: boolean }>(
        `WITH held AS (
          SELECT 1 FROM runs WHERE id = $3 AND attempt = $8 AND state IN ('pending', 'running') FOR SHARE
        ), kept AS (
          INSERT INTO tool_calls (conversation, id, run, record, open, due_at, created_at)
          SELECT $1, $2, $3, $4, $5, $6, $7 FROM held ON CONFLICT (conversation, id) DO NOTHING RETURNING 1
        )
        SELECT EXISTS (SELECT FROM held) AS held, EXISTS (SELECT FROM kept) AS kept`,
        [conversation, id, run, record, open, dueAt, at, attempt],
      );
      if (!answer?.held) return 'run-over';
      return answer.kept ? 'kept' : 'known';
    },
    async updateToolCall({ conversation, id, revision, record, open, dueAt }) {
      const rows = await query(
        `UPDATE tool_calls SET record = $4, open = $5, due_at = $6, revision = revision + 1
        WHERE conversation = $1 AND id = $2 AND revision = $3 RETURNING id`,
        [conversation, id, revision, record, open, dueAt],
      );
      return rows.length === 1;
    },
    async toolCall(conversation, id) {
      const [row] = await query<ToolCallRow>(`SELECT ${CALL} FROM tool_calls WHERE conversation = $1 AND id = $2`, [
        conversation,
        id,
      ]);
      return row ?? null;
    },
    toolCalls: (conversation, which) =>
      query<ToolCallRow>(
        `SELECT ${CALL} FROM (
          SELECT * FROM tool_calls WHERE conversation = $1 AND (open OR $2) ORDER BY ordinal DESC LIMIT $3
        ) AS latest ORDER BY ordinal`,
        [conversation, which === 'all', MOST_TOOL_CALLS],
      ),
    claimDueToolCalls: (at, next, limit) =>
      query<ToolCallRow>(
        `UPDATE tool_calls SET due_at = $2 WHERE ordinal IN (
          SELECT ordinal FROM tool_calls WHERE due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
        ) RETURNING ${CALL}`,
        [at, next, limit],
      ),
    async setPage({ conversation, tab, socket, node, offer, visible, focusedAt, until }) {
      await query(
        `INSERT INTO open_pages AS page (conversation, tab, socket, node, offer, visible, focused_at, until)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (conversation, tab) DO UPDATE SET socket = $3, node = $4, offer = $5, visible = $6,
          focused_at = greatest(page.focused_at, $7), until = $8`,
        [conversation, tab, socket, node, offer, visible, focusedAt, until],
      );
    },
    async pages(conversation, at) {
      const rows = await query<OpenPageRow>('SELECT * FROM open_pages WHERE conversation = $1 AND until > $2', [
        conversation,
        at,
      ]);
      return rows.map(pageOf);
    },
    async touchPage(conversation, tab, { focusedAt, spokeAt }) {
      await query(
        `UPDATE open_pages SET focused_at = greatest(focused_at, $3), visible = visible OR $4,
          spoke_at = greatest(spoke_at, $5) WHERE conversation = $1 AND tab = $2`,
        [conversation, tab, focusedAt ?? 0, focusedAt !== undefined, spokeAt ?? 0],
      );
    },
    async removePage(conversation, tab, socket) {
      const rows = await query(
        'DELETE FROM open_pages WHERE conversation = $1 AND tab = $2 AND socket = $3 RETURNING tab',
        [conversation, tab, socket],
      );
      return rows.length === 1;
    },
    async renewPages(node, until, before) {
      await query(
        'WITH renewed AS (UPDATE open_pages SET until = $2 WHERE node = $1) DELETE FROM open_pages WHERE until < $3 AND node <> $1',
        [node, until, before],
      );
    },
  };
}
