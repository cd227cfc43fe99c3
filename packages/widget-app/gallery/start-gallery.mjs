/** Builds the gallery and serves it, for people, pictures and checks alike. */
import { build, createServer, preview } from 'vite';

const configFile = `${import.meta.dirname}/vite.config.ts`;

/** Port 0: any free one. @param {number} port */
export async function startGallery(port) {
  await build({ configFile });
  const server = await preview({ configFile, preview: { port: port || undefined, strictPort: port !== 0 } });
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
    close: () => new Promise((done) => server.httpServer.close(() => done(undefined))),
  };
}
