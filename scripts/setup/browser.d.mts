/** What the browser harness may use of browser.mjs. */
export function findBrowser(needs?: { readonly hasWindows?: boolean }): string | null;
export function launchOptions(
  executablePath: string,
  options?: { spareProcess?: boolean },
): { executablePath: string; args: string[] };
