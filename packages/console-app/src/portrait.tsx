/** A person as visitors see them: their picture, or their initials in a colour of their own. */
import { personOf } from '@service/protocol';
import { useState } from 'preact/hooks';
import type { Operator } from './operators.js';

export function Portrait({ operator: { id, name, picturedAt } }: { readonly operator: Operator }) {
  /** The picture that could not be had: it was taken away elsewhere, or the server is away. */
  const [missing, setMissing] = useState<number | null>(null);
  const { pictureUrl, initials, colour } = personOf({ kind: 'human', id, name });
  return (
    <span class="portrait" aria-hidden="true" style={{ backgroundColor: colour }}>
      {pictureUrl && picturedAt !== null && picturedAt !== missing ? (
        // Another address for another picture: the document would show the former one again.
        <img src={`${pictureUrl}?${picturedAt}`} alt="" onError={() => setMissing(picturedAt)} />
      ) : (
        initials
      )}
    </span>
  );
}
