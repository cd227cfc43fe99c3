import type { Finding } from './diagnosis.d.mts';

export function diagnosePage(
  page: string,
  options?: { readonly inboxId?: string | null; readonly inboxDir?: string; readonly browser?: boolean },
): Promise<readonly Finding[]>;
