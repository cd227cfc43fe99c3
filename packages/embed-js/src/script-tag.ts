/** What the script tag itself says: where it came from, and the configuration written into its `data-` attributes. */

/** Attributes that mean yes or no: `data-require-consent`, `data-require-consent="true"`, `…="false"`. */
const FLAGS = ['requireConsent', 'hideHeader'] as const;
const TEXTS = [
  'inboxId',
  'mode',
  'position',
  'colorScheme',
  'containerId',
  'privacyUrl',
  'placeholder',
  'agentName',
  'agentTitle',
  'baseUrl',
] as const;

export interface ScriptTag {
  /** The origin the script was loaded from; null when it can't be known. */
  readonly origin: string | null;
  /** Null without `data-inbox-id`: then the page calls `init` itself. */
  readonly config: Readonly<Record<string, unknown>> | null;
}

/**
 * Reads the running script's tag. `document.currentScript` can be overshadowed by an element with that name, so anything
 * but a script is treated as absent. Values are judged by `init`, like any other configuration.
 */
export function readScriptTag(script: unknown): ScriptTag {
  if (!(script instanceof HTMLScriptElement)) return { origin: null, config: null };
  let origin: string | null = null;
  try {
    origin = new URL(script.src).origin;
  } catch {
    // An inline script has no address.
  }
  const { dataset } = script;
  if (dataset.inboxId === undefined) return { origin, config: null };
  const config: Record<string, unknown> = {};
  for (const name of TEXTS) if (dataset[name] !== undefined) config[name] = dataset[name];
  for (const name of FLAGS) {
    const value = dataset[name];
    if (value !== undefined) config[name] = value === '' || value === 'true' ? true : value === 'false' ? false : value;
  }
  return { origin, config };
}
