/**
 * The footer: the maker of the chat, the business's privacy policy, and the menu when there is no header. The page's policy
 * address takes precedence over the inbox's; with neither, the business is named, and no policy is linked.
 */
import { isSafeWebLink } from '@service/protocol';
import { Menu, type MenuItem } from '../../ui/menu.js';
import { useTexts } from '../../ui/use-texts.js';

interface FooterProps {
  readonly poweredBy: boolean;
  /** Its name; null while the consent gate has the same. */
  readonly business: string | null;
  /** Null while the consent gate has the same link. */
  readonly privacyUrl: string | null;
  readonly menu: readonly MenuItem[];
}

export function Footer({ poweredBy, business, privacyUrl, menu }: FooterProps) {
  const texts = useTexts();
  const link = privacyUrl && isSafeWebLink(privacyUrl) ? privacyUrl : null;
  const hasText = poweredBy || link || business;
  if (!hasText && menu.length === 0) return null;
  return (
    <footer class={menu.length > 0 ? 'footer with-menu' : 'footer'}>
      {hasText && (
        <p class="powered-by">
          {poweredBy && <span>{texts.poweredBy}</span>}
          {link ? (
            <a href={link} target="_blank" rel="noopener noreferrer">
              {texts.privacy}
            </a>
          ) : (
            business && <span dir="auto">{business}</span>
          )}
        </p>
      )}
      {menu.length > 0 && <Menu items={menu} />}
    </footer>
  );
}
