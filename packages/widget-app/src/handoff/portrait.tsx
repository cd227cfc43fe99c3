/**
 * A person's picture, or their initials in a colour of their own. The initials are drawn until the picture has loaded, and stay
 * where there is none, so nothing moves. Hidden from screen readers, which read the name beside it.
 */
import type { ChatState } from '@service/embed-headless/core';
import { type Author, getAuthorProfile } from '@service/protocol';
import { usePersonPicture } from './use-person-picture.js';

interface PortraitProps {
  readonly author: Author;
  /** In the header it has the shape of the logo, which it replaces. */
  readonly isInHeader?: boolean;
  /** Number in the log of the latest handoff this component has seen. */
  readonly handoffSeq?: number;
}

export function Portrait({ author, isInHeader = false, handoffSeq }: PortraitProps) {
  const { name, pictureUrl, initials, colour } = getAuthorProfile(author);
  const src = usePersonPicture(pictureUrl, handoffSeq);
  return (
    <span
      class={isInHeader ? 'portrait avatar' : 'portrait'}
      aria-hidden="true"
      // The name beside it may be cut off; the tooltip has the whole name.
      title={name ?? undefined}
      style={{ backgroundColor: colour }}
    >
      {src ? <img src={src} alt="" /> : initials}
    </span>
  );
}

interface HeaderPortraitProps {
  readonly author: Author;
  readonly timeline: ChatState['timeline'];
}

/** The person who answers now. Each handoff checks for a new picture. */
export function HeaderPortrait({ author, timeline }: HeaderPortraitProps) {
  const accepted = timeline.findLast((entry) => entry.type === 'notice' && entry.notice === 'handoff-accepted');
  return <Portrait author={author} isInHeader handoffSeq={accepted?.seq ?? 0} />;
}
