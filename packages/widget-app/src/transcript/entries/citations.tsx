/** The sources of an answer: one chip per source, which opens the quoted passage. Those that the text lists are opened by their number. */
import { stripMarkdown, unlistedSources } from '@service/content';
import { type Citation, cleanText, safeLink } from '@service/protocol';
import { useRovingTabIndex } from '../../content/roving-tabindex.js';
import { useTexts } from '../../ui/use-texts.js';

interface CitationsProps {
  /** Of the answer. */
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly shown: number | null;
  readonly onToggle: (number: number) => void;
}

export function Citations({ text, citations, shown, onToggle }: CitationsProps) {
  const texts = useTexts();
  const tabIndex = useRovingTabIndex();
  const open = citations.find((citation) => citation.number === shown);
  const link = open?.url ? safeLink(open.url) : null;
  const chips = unlistedSources(text, citations);
  if (chips.length === 0 && !open) return null;
  return (
    <div class="citations" role="group" aria-label={texts.sources}>
      {chips.map(({ number, title }) => (
        <button
          key={number}
          type="button"
          tabIndex={tabIndex}
          class="chip"
          aria-expanded={shown === number}
          onClick={() => onToggle(number)}
        >
          <span class="number">{number}</span>
          <span dir="auto">{cleanText(title)}</span>
        </button>
      ))}
      {open && (
        <div class="quote">
          <blockquote dir="auto">{stripMarkdown(open.quote)}</blockquote>
          {link && (
            <a href={link.href} tabIndex={tabIndex} target="_blank" rel="noopener noreferrer">
              {texts.openSource}
            </a>
          )}
        </div>
      )}
    </div>
  );
}
