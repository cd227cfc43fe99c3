/** A person as visitors see them: their picture, or their initials in a colour of their own. */
import { getAuthorProfile } from '@service/protocol';
import { useState } from 'preact/hooks';
import { CHAT_ORIGIN } from '../api/chat-origin.js';
import type { Operator } from '../api/operator-api.js';

export function Portrait({ operator: { id, name, picturedAt } }: { readonly operator: Operator }) {
  /** The picture that failed to load: it was removed elsewhere, or the server is unreachable. */
  const [missing, setMissing] = useState<number | null>(null);
  const { pictureUrl, initials, colour } = getAuthorProfile({ kind: 'human', id, name }, CHAT_ORIGIN);
  return (
    <span class="portrait" aria-hidden="true" style={{ backgroundColor: colour }}>
      {pictureUrl && picturedAt !== null && picturedAt !== missing ? (
        // A new picture needs a new address, or the document would show the old one.
        <img src={`${pictureUrl}?${picturedAt}`} alt="" onError={() => setMissing(picturedAt)} />
      ) : (
        initials
      )}
    </span>
  );
}
