import type { Options } from './options.js';

const PORTS = { 'vite-react': 5173, next: 3000, html: 3000 } as const;

/** What to run now, and what the server has to know. */
export function nextSteps({ folder, template, server, inbox }: Options): string {
  const at = /\s/.test(folder) ? `"${folder}"` : folder;
  const run = template === 'html' ? [`npx serve ${at}`] : [`cd ${at}`, 'npm install', 'npm run dev'];
  return `Now run:

${run.map((line) => `  ${line}`).join('\n')}

The inbox "${inbox}" of ${server} must allow the page's origin: add http://localhost:${PORTS[template]} to its allowed origins.`;
}
