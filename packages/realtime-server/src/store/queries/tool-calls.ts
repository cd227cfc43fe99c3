import type { NewPage, NewToolCall, PageRow, ToolCallChange, ToolCallRow } from '../port/tool-calls.js';
import type { Dialect } from '../sql/dialect.js';
import { change, row, rows, type Steps } from '../sql/steps.js';

/** The most calls of one conversation that are read at once. */
const MAX_CALLS = 200;
const COLUMNS = 'conversation, id, run, revision, record';
const JOB_IS_HELD = "FROM runs WHERE id = ?1 AND attempt = ?2 AND state IN ('pending', 'running')";

function callQueries(dialect: Dialect) {
  const ordinal = dialect.ordinal.toolCalls;
  const latest = (condition: string) => `SELECT ${COLUMNS} FROM (
      SELECT ${ordinal} AS place, ${COLUMNS} FROM tool_calls WHERE conversation = ?1 AND ${condition}
      ORDER BY ${ordinal} DESC LIMIT ${MAX_CALLS}
    ) AS latest ORDER BY place`;
  return {
    reads: {
      *toolCall(conversation: string, id: string): Steps<ToolCallRow | null> {
        const [call = null] = yield* rows<ToolCallRow>(
          `SELECT ${COLUMNS} FROM tool_calls WHERE conversation = ?1 AND id = ?2`,
          conversation,
          id,
        );
        return call;
      },
      toolCalls: (conversation: string, which: 'open' | 'all') =>
        rows<ToolCallRow>(latest('(open OR ?2)'), conversation, dialect.boolean(which === 'all')),
      toolCallsBeside: (conversation: string, run: string) =>
        rows<ToolCallRow>(latest('(open OR run = ?2)'), conversation, run),
    },
    writes: {
      *addToolCall(call: NewToolCall): Steps<'added' | 'known' | 'run-over'> {
        const { conversation, id, run, record, open, dueAt, at, attempt } = call;
        // Locks the job, so that no other attempt takes it over before the commit.
        const added = yield* change(
          `INSERT INTO tool_calls (run, conversation, id, record, open, due_at, created_at)
            SELECT ?1, ?3, ?4, ?5, ?6, ?7, ?8 ${JOB_IS_HELD}${dialect.forShare} ON CONFLICT (conversation, id) DO NOTHING`,
          run,
          attempt,
          conversation,
          id,
          record,
          dialect.boolean(open),
          dueAt,
          at,
        );
        if (added === 1) return 'added';
        return (yield* row(`SELECT 1 ${JOB_IS_HELD}`, run, attempt)) ? 'known' : 'run-over';
      },
      *updateToolCall({ conversation, id, revision, record, open, dueAt }: ToolCallChange): Steps<boolean> {
        const changed = yield* change(
          `UPDATE tool_calls SET record = ?4, open = ?5, due_at = ?6, revision = revision + 1
            WHERE conversation = ?1 AND id = ?2 AND revision = ?3`,
          conversation,
          id,
          revision,
          record,
          dialect.boolean(open),
          dueAt,
        );
        return changed === 1;
      },
      claimDueToolCalls: (at: number, next: number, limit: number) =>
        rows<ToolCallRow>(
          `UPDATE tool_calls SET due_at = ?2 WHERE ${ordinal} IN (
            SELECT ${ordinal} FROM tool_calls WHERE due_at <= ?1 ORDER BY due_at LIMIT ?3${dialect.skipLocked}
          ) RETURNING ${COLUMNS}`,
          at,
          next,
          limit,
        ),
    },
  };
}

interface OpenPageRow {
  readonly conversation: string;
  readonly tab: string;
  readonly socket: string;
  readonly node: string;
  readonly offer: string;
  readonly visible: number | boolean;
  readonly focused_at: number;
  readonly spoke_at: number;
}

function pageOf({ visible, focused_at, spoke_at, ...page }: OpenPageRow): PageRow {
  return { ...page, visible: Boolean(visible), focusedAt: focused_at, spokeAt: spoke_at };
}

function pageQueries(dialect: Dialect) {
  const { max } = dialect;
  return {
    reads: {
      *pages(conversation: string, at: number): Steps<readonly PageRow[]> {
        const found = yield* rows<OpenPageRow>(
          `SELECT conversation, tab, socket, node, offer, visible, focused_at, spoke_at FROM open_pages
            WHERE conversation = ?1 AND until > ?2`,
          conversation,
          at,
        );
        return found.map(pageOf);
      },
    },
    writes: {
      *setPage({ conversation, tab, socket, node, offer, visible, focusedAt, until }: NewPage): Steps<void> {
        yield* change(
          `INSERT INTO open_pages (conversation, tab, socket, node, offer, visible, focused_at, until)
          SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM conversations
            WHERE id = ?1 AND erased_at IS NULL${dialect.forShare}
          ON CONFLICT (conversation, tab) DO UPDATE SET socket = excluded.socket, node = excluded.node, offer = excluded.offer,
            visible = excluded.visible, focused_at = ${max}(open_pages.focused_at, excluded.focused_at), until = excluded.until`,
          conversation,
          tab,
          socket,
          node,
          offer,
          dialect.boolean(visible),
          focusedAt,
          until,
        );
      },
      *touchPage(
        conversation: string,
        tab: string,
        { focusedAt, spokeAt }: { readonly focusedAt?: number; readonly spokeAt?: number },
      ): Steps<void> {
        yield* change(
          `UPDATE open_pages SET focused_at = ${max}(focused_at, ?3), visible = visible OR ?4, spoke_at = ${max}(spoke_at, ?5)
            WHERE conversation = ?1 AND tab = ?2`,
          conversation,
          tab,
          focusedAt ?? 0,
          dialect.boolean(focusedAt !== undefined),
          spokeAt ?? 0,
        );
      },
      *removePage(conversation: string, tab: string, socket: string): Steps<boolean> {
        const sql = 'DELETE FROM open_pages WHERE conversation = ?1 AND tab = ?2 AND socket = ?3';
        return (yield* change(sql, conversation, tab, socket)) === 1;
      },
      *renewPages(node: string, until: number, before: number): Steps<void> {
        yield* change('UPDATE open_pages SET until = ?2 WHERE node = ?1', node, until);
        yield* change('DELETE FROM open_pages WHERE until < ?2 AND node <> ?1', node, before);
      },
    },
  };
}

export function toolCallQueries(dialect: Dialect) {
  const [calls, pages] = [callQueries(dialect), pageQueries(dialect)];
  return { reads: { ...calls.reads, ...pages.reads }, writes: { ...calls.writes, ...pages.writes } };
}
