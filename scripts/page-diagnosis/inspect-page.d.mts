import type { Finding } from '@service/embed-js';

export function diagnosePage(
  page: string,
  options?: {
    readonly inboxId?: string | null;
    readonly inboxDir?: string;
    readonly browser?: boolean;
    readonly insecure?: boolean;
  },
): Promise<readonly Finding[]>;
