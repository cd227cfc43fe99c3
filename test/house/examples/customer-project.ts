/** Projects as a customer has them: outside of this repository, with the package from the tarball that would be published. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../support/runs/repository.js';

/** A first install fetches a framework from the registry. */
export const PATIENCE_MS = 600_000;

export interface CustomerFolder {
  /** Outside of the repository, so that a project can't find dependencies that its package.json lacks. */
  readonly path: string;
  /** The packed SDK. */
  readonly tarball: string;
  remove(): void;
}

export function customerFolder(): CustomerFolder {
  const path = mkdtempSync(join(tmpdir(), 'examples-'));
  const [packed] = JSON.parse(
    run(join(ROOT, 'packages/embed-sdk'), 'npm', 'pack', '--json', '--pack-destination', path),
  );
  return {
    path,
    tarball: join(path, packed.filename.replace(/^@/, '').replace('/', '-')),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Returns what the command prints; throws all of it when it fails. */
export function run(folder: string, command: string, ...args: readonly string[]): string {
  try {
    return execFileSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      // The runner's own settings (NODE_ENV=test) would make another build than a reader's.
      env: { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1' },
    });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${command} ${args.join(' ')} failed in ${folder}:\n${stdout}\n${stderr}`);
  }
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Installs what the folder's package.json names, as `change` has it. */
export function install(folder: string, change: (manifest: Manifest) => Partial<Manifest> = (same) => same): void {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...manifest, ...change(manifest) }, null, 2));
  run(folder, 'npm', 'install', '--no-package-lock', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error');
}

/** Checks the types, those of our declarations too. Returns how many of our files were read. */
export function checkTypes(app: string): number {
  const tsc = join(app, 'node_modules/typescript/bin/tsc');
  const read = run(app, process.execPath, tsc, '--noEmit', '--skipLibCheck', 'false', '--listFiles');
  return read.match(/embed-sdk\/dist\/\S+\.d\.ts$/gm)?.length ?? 0;
}
