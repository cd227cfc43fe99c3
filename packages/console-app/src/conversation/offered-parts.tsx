import { cleanText, type Part } from '@service/protocol';

/** Cards, quick replies and a form in one line each: what the visitor was offered and asked. */
export function OfferedParts({ parts }: { readonly parts: readonly Part[] }) {
  const offers = parts.flatMap((part) =>
    part.type === 'card' ? [part.title] : part.type === 'form' ? [] : part.replies.map(({ label }) => label),
  );
  const form = parts.find((part) => part.type === 'form');
  return (
    <>
      {offers.length > 0 && <small>Offered: {cleanText(offers.join(' · '))}</small>}
      {form && (
        <small>
          Form “{cleanText(form.title)}”: {cleanText(form.fields.map(({ label }) => label).join(' · '))}
        </small>
      )}
    </>
  );
}
