/** What the script tag itself says: where it came from, and the configuration written into its `data-` attributes. */

/** Attributes that mean yes or no: `data-require-consent`, `data-require-consent="true"`, `…="false"`. */
const FLAGS = ['requireConsent', 'hideHeader'];
const TEXTS = [
  'inboxId',
  'mode',
  'position',
  'colorScheme',
  'locale',
  'containerId',
  'privacyUrl',
  'placeholder',
  'agentName',
  'agentTitle',
  'baseUrl',
];

export interface ScriptTag {
  /** The origin the script was loaded from; null when it can't be known. */
  readonly origin: string | null;
  /** The script's address as far as its path; empty when it can't be known. */
  readonly address: string;
  /** Null without `data-inbox-id`: then the page calls `init` itself. */
  readonly config: Readonly<Record<string, unknown>> | null;
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
  for (const name of [...TEXTS, ...FLAGS]) {
    const value = dataset[name];
    if (value !== undefined)
      config[name] = FLAGS.includes(name) && /^(true|false|)$/.test(value) ? value !== 'false' : value;
  }
  return { origin, address, config: dataset.inboxId === undefined ? null : config };
}
