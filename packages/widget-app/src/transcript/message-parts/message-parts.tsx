/**
 * Cards, quick replies and forms. Everything in them is drawn as text. An address becomes a link by the same rule as in
 * Markdown; an address that is not allowed stays text.
 */

import { realHost } from '@service/content';
import type { ChatClient } from '@service/embed-headless/core';
import { type CardLink, cleanText, type Part, readParts, safeLink } from '@service/protocol';
import { useMemo } from 'preact/hooks';
import { Link } from '../../content/link.js';
import { useRovingTabIndex } from '../../content/roving-tabindex.js';
import { adoptStylesheet } from '../../theme/adopt-stylesheet.js';
import { useLazy } from '../../ui/use-lazy.js';
import { useTexts } from '../../ui/use-texts.js';
import type { FormPartProps } from './form-part.js';
import css from './message-parts.css?inline';

adoptStylesheet(css);

export interface MessagePartsProps {
  readonly parts: string;
  /** Sends it as the visitor; null once there is a later message. */
  readonly onReply: ((text: string) => void) | null;
  /** Number of the message in the log. */
  readonly seq: number | null;
  readonly client: ChatClient;
}

export function MessageParts({ parts, onReply, seq, client }: MessagePartsProps) {
  const read = useMemo(() => readParts(parts), [parts]);
  return (
    <>
      {read.map((part, i) =>
        part.type === 'card' ? (
          <Card key={i} card={part} />
        ) : part.type === 'form' ? (
          seq !== null && <LazyForm key={i} form={part} seq={seq} client={client} />
        ) : (
          onReply && <QuickReplies key={i} replies={part.replies} onReply={onReply} />
        ),
      )}
    </>
  );
}

const loadForm = () => import('./form-part.js');

/** Rarer than cards, and heavier: loaded with the first. */
function LazyForm(props: FormPartProps) {
  const part = useLazy(loadForm, true);
  return part && <part.FormPart {...props} />;
}

function Card({ card }: { readonly card: Extract<Part, { type: 'card' }> }) {
  const { title, text, links = [] } = card;
  return (
    <section class="card" dir="auto">
      <h3>{cleanText(title)}</h3>
      {text && <p class="plain-text">{cleanText(text)}</p>}
      {links.length > 0 && (
        <ul>
          {links.map((link) => (
            <li key={link.url}>
              <CardLinkItem link={link} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function CardLinkItem({ link: { label, url } }: { readonly link: CardLink }) {
  const link = safeLink(url);
  const shownLabel = cleanText(label);
  return (
    link && (
      <Link href={link.href} realHost={realHost(link, shownLabel)}>
        {shownLabel}
      </Link>
    )
  );
}

interface QuickRepliesProps {
  readonly replies: Extract<Part, { type: 'quick-replies' }>['replies'];
  readonly onReply: (text: string) => void;
}

function QuickReplies({ replies, onReply }: QuickRepliesProps) {
  const texts = useTexts();
  const tabIndex = useRovingTabIndex();
  return (
    <ul class="suggestions quick-replies" aria-label={texts.quickReplies}>
      {replies.map(({ label, text = label }, i) => (
        <li key={i}>
          <button
            type="button"
            class="outlined"
            dir="auto"
            tabIndex={tabIndex}
            onClick={(event) => {
              // The button disappears. The focus goes to the entry, not to the composer, which would open a keyboard.
              event.currentTarget.closest<HTMLElement>('[role="article"]')?.focus({ preventScroll: true });
              onReply(cleanText(text));
            }}
          >
            {cleanText(label)}
          </button>
        </li>
      ))}
    </ul>
  );
}
