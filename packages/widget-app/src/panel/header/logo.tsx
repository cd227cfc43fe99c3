/** The business's logo, or the first letter of its name if there is none or it can't be loaded. */
import { firstCharacter } from '@service/protocol';
import { useState } from 'preact/hooks';

export function Logo({ title, logoUrl }: { readonly title: string; readonly logoUrl: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (logoUrl && logoUrl !== broken)
    return <img class="avatar" src={logoUrl} alt="" width={36} height={36} onError={() => setBroken(logoUrl)} />;
  return (
    <span class="avatar" aria-hidden="true">
      {firstCharacter(title.trim()).toUpperCase()}
    </span>
  );
}
