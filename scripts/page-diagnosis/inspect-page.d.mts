import type { Finding } from '@service/embed-js';
import type { Browser } from 'playwright-core';

export function diagnosePage(
  page: string,
  options?: {
    readonly inboxId?: string | null;
    readonly inboxDir?: string;
    readonly browser?: boolean | Browser;
    readonly insecure?: boolean;
  },
): Promise<readonly Finding[]>;
