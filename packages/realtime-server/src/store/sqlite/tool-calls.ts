/** Calls of pages' functions, and the pages that are open: what writes them, and what reads them. */
import type Database from 'libsql';
import type { NewPage, NewToolCall, PageRow, ToolCallChange, ToolCallRow } from '../store.js';

export interface ToolCommands {
  keepToolCall(call: NewToolCall): 'kept' | 'known' | 'run-over';
  changeToolCall(change: ToolCallChange): boolean;
  takeDueToolCalls(input: { readonly at: number; readonly next: number; readonly limit: number }): ToolCallRow[];
  setPage(page: NewPage): void;
  touchPage(input: {
    readonly conversation: string;
    readonly tab: string;
    readonly focusedAt?: number;
    readonly spokeAt?: number;
  }): void;
  dropPage(input: { readonly conversation: string; readonly tab: string; readonly socket: string }): boolean;
  renewPages(input: { readonly node: string; readonly until: number; readonly before: number }): void;
}

export interface ToolReads {
  toolCall(conversation: string, id: string): ToolCallRow | null;
  toolCalls(conversation: string, which: 'open' | 'all'): readonly ToolCallRow[];
  isToolCallDue(at: number): boolean;
  pages(conversation: string, at: number): readonly PageRow[];
  hasPages(): boolean;
}

export const TOOL_TABLES = `
  CREATE TABLE tool_calls (
    conversation TEXT NOT NULL REFERENCES conversations (id),
    id TEXT NOT NULL,
    run TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 1,
    record TEXT NOT NULL,
    open INTEGER NOT NULL,
    due_at INTEGER,
    created_at INTEGER NOT NULL,
    UNIQUE (conversation, id)
  ) STRICT;
  CREATE INDEX tool_calls_due ON tool_calls (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE open_pages (
    conversation TEXT NOT NULL REFERENCES conversations (id),
    tab TEXT NOT NULL,
    socket TEXT NOT NULL,
    node TEXT NOT NULL,
    offer TEXT NOT NULL,
    visible INTEGER NOT NULL,
    focused_at INTEGER NOT NULL,
    spoke_at INTEGER NOT NULL DEFAULT 0,
    until INTEGER NOT NULL,
    PRIMARY KEY (conversation, tab)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX open_pages_node ON open_pages (node);
`;

/** Of one conversation, for a screen or a rule. */
export const MOST_TOOL_CALLS = 200;

const CALL = 'conversation, id, run, revision, record';

export function toolCommandsOn(db: Database.Database): ToolCommands {
  const sql = {
    holds: db.prepare("SELECT 1 FROM runs WHERE id = ? AND attempt = ? AND state IN ('pending', 'running')"),
    keep: db.prepare(
      'INSERT OR IGNORE INTO tool_calls (conversation, id, run, record, open, due_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    change: db.prepare(
      'UPDATE tool_calls SET record = ?, open = ?, due_at = ?, revision = revision + 1 WHERE conversation = ? AND id = ? AND revision = ?',
    ),
    due: db.prepare(`SELECT rowid, ${CALL} FROM tool_calls WHERE due_at <= ? ORDER BY due_at LIMIT ?`),
    later: db.prepare('UPDATE tool_calls SET due_at = ? WHERE rowid = ?'),
    page: db.prepare(`
      INSERT INTO open_pages (conversation, tab, socket, node, offer, visible, focused_at, until) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (conversation, tab) DO UPDATE SET socket = excluded.socket, node = excluded.node, offer = excluded.offer,
        visible = excluded.visible, focused_at = max(focused_at, excluded.focused_at), until = excluded.until`),
    touch: db.prepare(
      'UPDATE open_pages SET focused_at = max(focused_at, ?), visible = max(visible, ?), spoke_at = max(spoke_at, ?) WHERE conversation = ? AND tab = ?',
    ),
    drop: db.prepare('DELETE FROM open_pages WHERE conversation = ? AND tab = ? AND socket = ?'),
    renew: db.prepare('UPDATE open_pages SET until = ? WHERE node = ?'),
    forget: db.prepare('DELETE FROM open_pages WHERE until < ?'),
  };
  return {
    keepToolCall({ conversation, id, run, record, open, dueAt, at, attempt }) {
      if (!sql.holds.get(run, attempt)) return 'run-over';
      const { changes } = sql.keep.run(conversation, id, run, record, Number(open), dueAt, at);
      return changes === 1 ? 'kept' : 'known';
    },
    changeToolCall: ({ conversation, id, revision, record, open, dueAt }) =>
      sql.change.run(record, Number(open), dueAt, conversation, id, revision).changes === 1,
    takeDueToolCalls({ at, next, limit }) {
      const rows = sql.due.all(at, limit) as (ToolCallRow & { rowid: number })[];
      return rows.map((row) => {
        sql.later.run(next, row.rowid);
        return callOf(row);
      });
    },
    setPage({ conversation, tab, socket, node, offer, visible, focusedAt, until }) {
      sql.page.run(conversation, tab, socket, node, offer, Number(visible), focusedAt, until);
    },
    touchPage({ conversation, tab, focusedAt, spokeAt }) {
      sql.touch.run(focusedAt ?? 0, focusedAt === undefined ? 0 : 1, spokeAt ?? 0, conversation, tab);
    },
    dropPage: ({ conversation, tab, socket }) => sql.drop.run(conversation, tab, socket).changes === 1,
    renewPages({ node, until, before }) {
      sql.renew.run(until, node);
      sql.forget.run(before);
    },
  };
}

export function toolReadsOn(db: Database.Database): ToolReads {
  const latest = (where: string) =>
    db.prepare(
      `SELECT ${CALL} FROM (SELECT rowid AS place, * FROM tool_calls WHERE conversation = ?${where} ORDER BY rowid DESC LIMIT ${MOST_TOOL_CALLS}) ORDER BY place`,
    );
  const sql = {
    call: db.prepare(`SELECT ${CALL} FROM tool_calls WHERE conversation = ? AND id = ?`),
    all: latest(''),
    open: latest(' AND open = 1'),
    due: db.prepare('SELECT 1 FROM tool_calls WHERE due_at <= ? LIMIT 1'),
    pages: db.prepare('SELECT * FROM open_pages WHERE conversation = ? AND until > ?'),
    any: db.prepare('SELECT 1 FROM open_pages LIMIT 1'),
  };
  return {
    toolCall(conversation, id) {
      const row = sql.call.get(conversation, id) as ToolCallRow | undefined;
      return row ? callOf(row) : null;
    },
    toolCalls: (conversation, which) => (sql[which].all(conversation) as ToolCallRow[]).map(callOf),
    isToolCallDue: (at) => sql.due.get(at) !== undefined,
    pages: (conversation, at) => (sql.pages.all(conversation, at) as OpenPageRow[]).map(pageOf),
    hasPages: () => sql.any.get() !== undefined,
  };
}

/** The driver adds a field of its own to a row. */
function callOf({ conversation, id, run, revision, record }: ToolCallRow): ToolCallRow {
  return { conversation, id, run, revision, record };
}

export interface OpenPageRow {
  readonly conversation: string;
  readonly tab: string;
  readonly socket: string;
  readonly node: string;
  readonly offer: string;
  readonly visible: number | boolean;
  readonly focused_at: number;
  readonly spoke_at: number;
}

export function pageOf(row: OpenPageRow): PageRow {
  const { conversation, tab, socket, node, offer } = row;
  const { visible, focused_at: focusedAt, spoke_at: spokeAt } = row;
  return { conversation, tab, socket, node, offer, visible: Boolean(visible), focusedAt, spokeAt };
}
