/** What an agent may do, as it is stored with its credential. */
import { z } from 'zod';
import type { Permission } from './caller.js';

const names = z.array(z.string());
const stored = z.discriminatedUnion('mode', [
  z.object({ orgId: z.string(), mode: z.literal('read'), procedures: names.nullable() }),
  z.object({ orgId: z.string(), mode: z.literal('write'), procedures: names }),
]);

export interface StoredPermission {
  readonly orgId: string;
  readonly permission: Permission;
}

/** Null: it can't be read, so it permits nothing. */
export function readStoredPermission(metadata: unknown): StoredPermission | null {
  const { success, data } = stored.safeParse(typeof metadata === 'string' ? parsed(metadata) : metadata);
  if (!success) return null;
  const { orgId, ...permission } = data;
  return { orgId, permission };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
