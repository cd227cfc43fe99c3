/**
 * A person's picture, or their initials in a colour of their own. The initials are there first, and stay where there is no
 * picture: nothing jumps, and nothing is missing. Hidden from screen readers, which read the name beside it.
 */
import type { ChatState } from '@service/embed-headless/core';
import { type Author, getAuthorProfile } from '@service/protocol';
import { usePersonPicture } from './use-person-picture.js';

interface PortraitProps {
  readonly author: Author;
  /** In the header it is shaped like the mark whose place it takes. */
  readonly place?: 'mark';
  /** The latest hand-over that this place knows of. */
  readonly handOver?: number;
}

export function Portrait({ author, place, handOver }: PortraitProps) {
  const { name, pictureUrl, initials, colour } = getAuthorProfile(author);
  const src = usePersonPicture(pictureUrl, handOver);
  return (
    <span
      class={place ? `portrait ${place}` : 'portrait'}
      aria-hidden="true"
      // The name beside it may be cut off; the tooltip has all of it.
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
  return <Portrait author={author} place="mark" handOver={accepted?.seq ?? 0} />;
}
