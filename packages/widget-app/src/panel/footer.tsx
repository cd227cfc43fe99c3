/**
 * The last line: who made this, and the business's own policy. The page's address wins over the inbox's; with neither,
 * nothing is linked, least of all a policy of ours.
 */
import { safeLink } from '../content/safe-link.js';
import { useTexts } from '../texts/use-texts.js';

interface FooterProps {
  readonly poweredBy: boolean;
  /** Null while the question of consent stands above with the same link. */
  readonly privacyUrl: string | null;
  /** Given where the menu is not shown. */
  readonly onWithdraw: (() => void) | null;
}

export function Footer({ poweredBy, privacyUrl, onWithdraw }: FooterProps) {
  const texts = useTexts();
  const link = privacyUrl ? safeLink(privacyUrl) : null;
  if (!poweredBy && !link && !onWithdraw) return null;
  return (
    <p class="powered">
      {poweredBy && <span>{texts.poweredBy}</span>}
      {link && (
        <a href={link.href} target="_blank" rel="noopener noreferrer">
          {texts.privacy}
        </a>
      )}
      {onWithdraw && (
        <button type="button" class="quiet" onClick={onWithdraw}>
          {texts.withdraw}
        </button>
      )}
    </p>
  );
}
