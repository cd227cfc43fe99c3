/**
 * The last line: who made this, the business's own policy, and the menu where no header has it. The page's address wins over
 * the inbox's; with neither, nothing is linked, least of all a policy of ours.
 */
import { safeLink } from '@service/content';
import { Menu, type MenuItem } from '../../ui/menu.js';
import { useTexts } from '../../ui/use-texts.js';

interface FooterProps {
  readonly poweredBy: boolean;
  /** Null while the consent gate has the same link. */
  readonly privacyUrl: string | null;
  readonly menu: readonly MenuItem[];
}

export function Footer({ poweredBy, privacyUrl, menu }: FooterProps) {
  const texts = useTexts();
  const link = privacyUrl ? safeLink(privacyUrl) : null;
  const says = poweredBy || link !== null;
  if (!says && menu.length === 0) return null;
  return (
    <footer class={menu.length > 0 ? 'footer with-menu' : 'footer'}>
      {says && (
        <p class="powered-by">
          {poweredBy && <span>{texts.poweredBy}</span>}
          {link && (
            <a href={link.href} target="_blank" rel="noopener noreferrer">
              {texts.privacy}
            </a>
          )}
        </p>
      )}
      {menu.length > 0 && <Menu items={menu} />}
    </footer>
  );
}
