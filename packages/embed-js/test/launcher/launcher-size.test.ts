import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LAUNCHER_BUTTON_PX, LAUNCHER_MARGIN_PX } from '../../src/launcher/size-and-place.js';

it('the document’s own launcher has the size that the page leaves for it', () => {
  const css = readFileSync('packages/widget-app/src/boot/opener/launcher.css', 'utf8');
  const [rule = ''] = css.match(/^#launcher \{[^}]*\}/m) ?? [];
  for (const side of ['bottom', 'right']) expect(rule).toContain(`${side}: ${LAUNCHER_MARGIN_PX}px;`);
  for (const side of ['width', 'height']) expect(rule).toContain(`${side}: ${LAUNCHER_BUTTON_PX}px;`);
});
