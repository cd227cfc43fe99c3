/** What the browser harness may use of browser.mjs. */
export function findBrowser(needs?: { readonly readsProfile?: boolean }): string | null;
export function launchOptions(executablePath: string): { executablePath: string; args: string[] };
