/** Types of the shop for the tests. */
export function startDemo(options?: {
  port?: number;
  chatOrigin?: string;
}): Promise<{ url: string; close(): Promise<void> }>;
