/** The bar above every page: where a person can go, what waits, and who they are. Nothing in it moves. */
import type { Operator } from '../api/operator-api.js';
import type { CallSwitch } from '../queue/use-calls.js';
import { ProfileMenu } from '../session/profile-menu.js';
import type { Me } from '../session/use-session.js';
import { hashOf, type Page } from './address.js';

interface BarProps {
  readonly me: Me;
  /** As visitors see the person; null: not known yet, or they see nothing of them. */
  readonly operator: Operator | null;
  readonly calls: CallSwitch;
  readonly page: Page;
  /** Of the pages that belong to an organization. */
  readonly orgId: string | null;
  readonly status: string;
  readonly onOperator: (operator: Operator) => void;
  readonly onAccount: () => void;
  readonly onSignOut: () => void;
}

const NAMES: readonly (readonly [Page, string])[] = [
  ['conversations', 'Conversations'],
  ['inboxes', 'Inboxes'],
  ['knowledge', 'Knowledge'],
  ['agents', 'AI agents'],
  ['team', 'Team'],
];

const MENU = 'pages-menu';

/** On a narrow window the links are a menu behind a button with the page's name, see bar.css. */
export function Bar({ me, operator, calls, page, orgId, status, onOperator, onAccount, onSignOut }: BarProps) {
  const name = NAMES.find(([each]) => each === page)?.[1] ?? 'Your account';
  return (
    <header class="bar">
      <h1>Console</h1>
      <button type="button" class="secondary pages-button" popovertarget={MENU} aria-label={`Pages: ${name}`}>
        {name}
      </button>
      <nav id={MENU} popover="auto" aria-label="Console">
        {NAMES.map(([each, words]) => (
          <a
            key={each}
            href={hashOf({ page: each, orgId: each === 'conversations' ? null : orgId, id: null })}
            aria-current={each === page ? 'page' : undefined}
            onClick={(event) => closeMenu(event.currentTarget.parentElement)}
          >
            {words}
          </a>
        ))}
      </nav>
      <p role="status">{status}</p>
      <ProfileMenu
        {...{ operator, calls, onAccount, onSignOut }}
        name={operator?.name ?? me.name}
        onChange={onOperator}
      />
    </header>
  );
}

/** Where the links are no menu, there is nothing to close. */
function closeMenu(menu: HTMLElement | null): void {
  if (menu?.matches(':popover-open')) menu.hidePopover();
}
