/** Builds the gallery and serves it, for people, pictures and checks alike: each in a folder of its own, side by side. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, createServer, preview } from 'vite';

const configFile = `${import.meta.dirname}/vite.config.ts`;

/** Port 0: any free one. @param {number} port */
export async function startGallery(port) {
  const outDir = mkdtempSync(join(tmpdir(), 'service-gallery-'));
  await build({ configFile, build: { outDir } });
  const server = await preview({
    configFile,
    build: { outDir },
    preview: { port: port || undefined, strictPort: port !== 0 },
  });
  const address = server.httpServer.address();
  const origin = `http://localhost:${typeof address === 'object' && address ? address.port : port}`;
  return {
    origin,
    /** Every cell: its name, its address on `origin`, and the size of its frame. */
    async cells() {
      const reader = await createServer({
        configFile,
        appType: 'custom',
        server: { middlewareMode: true, hmr: false, ws: false },
      });
      try {
        const { CELLS, addressOf, nameOf } = await reader.ssrLoadModule('/cells.ts');
        return CELLS.map((cell) => ({ ...cell, name: nameOf(cell), path: addressOf(cell) }));
      } finally {
        await reader.close();
      }
    },
    async close() {
      await new Promise((done) => server.httpServer.close(done));
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
