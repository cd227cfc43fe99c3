/** Rows that refer to something that can be deleted. */
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { CONVERSATION_CHILD_TABLES } from '../../../dist/store/sql/conversation-tables.js';
import { prepareForWriting } from '../../../dist/store/sqlite/prepare-database.js';

describe('what hangs on a conversation', () => {
  it('is all on the list of what is forgotten with it', () => {
    const db = new Database(':memory:');
    prepareForWriting(db);
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
    const hanging = tables.flatMap(({ name }) => {
      const keys = db.pragma(`foreign_key_list(${name})`) as { table: string }[];
      return keys.some((key) => key.table === 'conversations') ? [name] : [];
    });
    // A session goes with its contact.
    expect(hanging.filter((name) => name !== 'sessions' && name !== 'attachments').sort()).toEqual(
      [...CONVERSATION_CHILD_TABLES].sort(),
    );
    db.close();
  });
});

describe('what refers to something that can be deleted', () => {
  it('is found by an index, or each deletion would read the whole table', () => {
    const db = new Database(':memory:');
    prepareForWriting(db);
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
    const references = tables.flatMap(({ name }) => {
      const keys = db.pragma(`foreign_key_list(${name})`) as { id: number; from: string }[];
      return [...new Set(keys.map(({ id }) => id))].map((id) => {
        const columns = keys.filter((key) => key.id === id);
        return { name, where: columns.map(({ from }) => `${from} = ?`).join(' AND ') };
      });
    });
    const plans = references.map(({ name, where }) => {
      const plan = db.prepare(`EXPLAIN QUERY PLAN SELECT 1 FROM ${name} WHERE ${where}`).all() as { detail: string }[];
      return `${name}, ${where}: ${plan.map(({ detail }) => detail).join(', ')}`;
    });
    expect(plans).toContainEqual(expect.stringContaining('retired_tokens'));
    expect(plans.filter((plan) => !plan.includes(': SEARCH'))).toEqual([]);
    db.close();
  });
});
