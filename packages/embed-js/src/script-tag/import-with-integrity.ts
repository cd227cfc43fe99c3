/**
 * Returns what imports a script of ours from `address` only if its bytes are those that this script was released with, so that a page
 * which has pinned the loader has pinned all that ever runs in it.
 *
 * An import can't be given a hash, and a script element's address can't be set on a page that requires trusted types. So a
 * preload, which can, fetches and checks the script first: a browser runs exactly what it has preloaded under an address,
 * and what doesn't hold is never imported. Browsers too old to preload scripts (Safari before 17, Firefox before 115)
 * import it unchecked, as they did.
 *
 * `name` is the SHA-256 of its bytes, as base64url: its name behind the `?` of our own address, and its hash.
 */
export const partsOf =
  (address: string) =>
  async <Part>(name: string): Promise<Part> => {
    const rel = 'modulepreload';
    const href = `${address}?${name}`;
    // A policy that goes by nonces asks for one here as well; all scripts of a page have the same.
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
    const link = Object.assign(document.createElement('link'), { rel, href, integrity: `sha256-${name}`, nonce });
    try {
      if (link.relList.supports(rel))
        await new Promise((onload, onerror) => {
          document.head.append(Object.assign(link, { onload, onerror }));
        });
    } finally {
      link.remove();
    }
    return import(href);
  };
