import { defineCheck } from '../../check.js';

export const frameUnstable = defineCheck({
  code: 'frame_unstable',
  severity: 'blocks',
  description: 'The page leaves the frame in its place.',
  inPage: ({ errors }) => (errors.frame_unstable === undefined ? null : {}),
  message: () => 'The frame was loaded or removed again and again, and was given up.',
  fix: () => 'Look for a script that moves or replaces the iframe; call destroy() to remove it for good.',
});
