/** A link that opens beside the page and says where it leads when its text says something else. */
import type { ComponentChildren } from 'preact';
import { useRovingTabIndex } from './roving-tabindex.js';
import type { SafeLink } from './safe-link.js';

interface LinkProps {
  readonly link: SafeLink;
  /** The text as plain characters, to compare with the real host. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

export function Link({ link, label, children }: LinkProps) {
  const tabIndex = useRovingTabIndex();
  const disguised = link.host !== null && label !== undefined && namesAnother(label, link.host);
  return (
    <a href={link.href} tabIndex={tabIndex} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
      {disguised && <span class="real-host"> ({link.host})</span>}
    </a>
  );
}

/** True when the text names a place of its own, other than where the link leads. One that also names it proves nothing. */
function namesAnother(label: string, host: string): boolean {
  const bare = (name: string): string => name.toLowerCase().replace(/^www\./, '');
  const [named] = label.match(/[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/u) ?? [];
  return named !== undefined && bare(named) !== bare(host.replace(/:\d+$/, ''));
}
