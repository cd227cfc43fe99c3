/** A link that opens in a new tab. Shows its host when its text names another one. */
import type { ContentLink } from '@service/content';
import type { ComponentChildren } from 'preact';
import { useRovingTabIndex } from './roving-tabindex.js';

interface LinkProps extends Pick<ContentLink, 'href' | 'realHost'> {
  readonly children: ComponentChildren;
}

export function Link({ href, realHost, children }: LinkProps) {
  const tabIndex = useRovingTabIndex();
  return (
    // In its own direction: among Arabic or Hebrew words, an address would show its parts in another order.
    <a href={href} dir="auto" tabIndex={tabIndex} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
      {realHost !== null && <span class="real-host"> ({realHost})</span>}
    </a>
  );
}
