/**
 * The arguments of a tool call, for the visitor to read before they confirm: all of them, by name. They are a model's text, so
 * invisible characters that could reorder it are removed.
 */
import { readableName } from '@service/content';
import { cleanText } from '@service/protocol';
import type { ToolTexts } from '../i18n/catalogue.js';

/** `args` is canonical JSON text of an object. */
export function ToolArguments({ args, words }: { readonly args: string; readonly words: ToolTexts }) {
  const entries = Object.entries(JSON.parse(args) as Record<string, unknown>);
  if (entries.length === 0) return null;
  return (
    <dl class="tool-arguments">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt dir="auto">{readableName(name)}</dt>
          <dd dir="auto">{readable(value, words)}</dd>
        </div>
      ))}
    </dl>
  );
}

function readable(value: unknown, words: ToolTexts) {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return cleanText(value.join(', '));
  if (typeof value === 'object' && value !== null)
    return <pre dir="ltr">{cleanText(JSON.stringify(value, null, 2))}</pre>;
  return value === null ? '–' : String(value);
}
