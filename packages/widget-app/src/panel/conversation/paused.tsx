/** Above the field of a chat that takes no messages for now. */
import { textWithLinks } from '@service/content';
import { ContentNodes } from '../../content/content-nodes.js';
import { useTexts } from '../../ui/use-texts.js';

/** The team takes no messages for now. How else to reach it, where there is a way. */
export function Paused({ otherContact }: { readonly otherContact: string | undefined }) {
  const texts = useTexts();
  return (
    <div role="status" class="banner">
      {texts.paused} {otherContact && <ContentNodes nodes={textWithLinks(otherContact)} citation={() => null} />}
    </div>
  );
}
