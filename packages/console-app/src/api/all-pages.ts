/** Lists that the workspace answers page by page, read to their end. */
import type { Inputs, Outputs, ProcedureName, WorkspaceResult } from '@service/workspace-client';
import { workspace } from './workspace.js';

/** Procedures that take a cursor, and answer with `items`. */
export type ListName = {
  [Name in ProcedureName]: 'cursor' extends keyof Inputs[Name]
    ? Outputs[Name] extends { readonly items: readonly unknown[] }
      ? Name
      : never
    : never;
}[ProcedureName];

export type ListInput<Name extends ListName> = Omit<Inputs[Name], 'cursor' | 'limit'>;

interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor?: string;
}

/** The most that every list answers at once. */
const LIMIT = 100;

/** The answer to the last page, with the items of all. */
export async function allPages<Name extends ListName>(
  name: Name,
  input: ListInput<Name>,
): Promise<WorkspaceResult<Outputs[Name]>> {
  const items: unknown[] = [];
  for (let cursor: string | undefined; ; ) {
    const asked = { ...input, limit: LIMIT, ...(cursor !== undefined && { cursor }) };
    const result = await workspace.call(name, asked as unknown as Inputs[Name]);
    if (!result.ok) return result;
    const page: Page = result.value as Page;
    items.push(...page.items);
    if (page.nextCursor === undefined) return { ok: true, value: { ...page, items } as Outputs[Name] };
    cursor = page.nextCursor;
  }
}
