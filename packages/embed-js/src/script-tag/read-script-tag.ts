/** What the script tag itself says: where it came from, and the configuration written into its `data-` attributes. */

/** Attributes that mean yes or no: `data-require-consent`, `data-require-consent="true"`, `…="false"`. */
const FLAGS = 'requireConsent hideHeader launcher'.split(' ');
const FIELDS =
  'inboxId mode position colorScheme locale containerId privacyUrl placeholder agentName agentTitle baseUrl prefetch'
    .split(' ')
    .concat(FLAGS);

export interface ScriptTag {
  /** The origin the script was loaded from; null when it can't be known. */
  readonly origin: string | null;
  /** The script's address as far as its path; empty when it can't be known. */
  readonly address: string;
  /** The page has pinned the script by its hash. */
  readonly pinned: boolean;
  /** What the attributes configure. */
  readonly config: Readonly<Record<string, unknown>>;
}

/**
 * Reads the running script's tag. `document.currentScript` can be overshadowed by an element with that name, so anything
 * but a script is treated as absent. Values are judged by `init`, like any other configuration.
 */
export function readScriptTag(script: unknown): ScriptTag {
  const isScript = script instanceof HTMLScriptElement;
  // An inline script has no address.
  const [address = '', origin = null] = (isScript && /^(https?:[/][/][^/?#]+)[^?#]*/.exec(script.src)) || [];
  const dataset = isScript ? script.dataset : {};
  const config: Record<string, unknown> = {};
  for (const name of FIELDS) {
    const value = dataset[name];
    if (value !== undefined)
      config[name] = FLAGS.includes(name) && /^(true|false|)$/.test(value) ? value !== 'false' : value;
  }
  let launcher: Record<string, unknown> | undefined;
  for (const name in dataset) {
    // Texts still: what they mean is read where the launcher's code is, see `launcher-options.ts`.
    const [, start, rest] = /^launcher(.)(.+)/.exec(name) ?? [];
    if (start) launcher = { ...launcher, [start.toLowerCase() + rest]: dataset[name] };
  }
  if (config.launcher !== false) config.launcher = launcher;
  return { origin, address, pinned: isScript && !!script.integrity, config };
}
