/** Types of the shop for the tests. */
export function startDemo(options?: {
  port?: number;
  chatOrigin?: string;
  identityKey?: import('@service/embed-sdk/server').IdentityKey | null;
}): Promise<{ url: string; close(): Promise<void> }>;
