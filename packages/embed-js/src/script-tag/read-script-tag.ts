/** What the script tag itself says: where it came from, and the configuration written into its `data-` attributes. */

/** Attributes that mean yes or no: `data-require-consent`, `data-require-consent="true"`, `…="false"`. */
const FLAGS = 'requireConsent hideHeader launcher';
const FIELDS = `inboxId mode position colorScheme locale containerId privacyUrl placeholder agentName agentTitle baseUrl prefetch ${FLAGS}`;

export interface ScriptTag {
  /** Where the script was loaded from, before `/embed/`: an origin, or below a path what `init` refuses. Empty when it can't be known. */
  readonly origin: string;
  /** The script's address as far as its path; empty when it can't be known. */
  readonly address: string;
  /** The page has pinned the script by its hash. */
  readonly pinned: boolean;
  /** What the attributes configure. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** The tag of a script that runs as a module, and so doesn't know its own. */
const OWN = 'script[src*="/embed/v1"]';

/**
 * Reads the running script's tag. `document.currentScript` can be overshadowed by an element with that name, so anything
 * but a script is treated as absent. `known`: the address of a script without a tag. Values are judged by `init`, like any other configuration.
 */
export function readScriptTag(script: unknown, known = ''): ScriptTag {
  const {
    src = known,
    dataset = {},
    integrity,
  }: Partial<HTMLScriptElement> = script instanceof HTMLScriptElement ? script : (document.querySelector(OWN) ?? {});
  // An inline script has no address.
  const [address = ''] = /^https?:[^?#]*/.exec(src) ?? [];
  const config: Record<string, unknown> = {};
  for (const name of FIELDS.split(' ')) {
    const value = dataset[name];
    if (value !== undefined)
      config[name] = FLAGS.includes(name) && /^(true|false|)$/.test(value) ? value !== 'false' : value;
  }
  // Texts still, under their flat names: what they mean is read where the launcher's code is, see `launcher-options.ts`.
  if (config.launcher !== false)
    config.launcher = /launcher\w/.test(`${Object.keys(dataset)}`) ? { ...dataset } : undefined;
  return { origin: address.split('/embed/')[0] as string, address, pinned: !!integrity, config };
}
