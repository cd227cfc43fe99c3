/**
 * What the makers of the protocol look at: their conformance suite, and their inspector's command line. Both are large, so they are
 * fetched in the long run alone; the official clients do one of each kind in packages/workspace/test/agents/mcp.test.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeProgram } from '../../../scripts/setup/fetched/judges.mjs';
import { issueCredential, mcpAddress } from '../../support/agents/ways-in.js';
import { Service } from '../../support/server/start-service.js';
import { consoleOrigin } from '../../support/server/team-session.js';
import { ownerOf } from '../../support/server/workspace-calls.js';
import { askJudge, type Forwarder, forwardWith, type Verdict } from './ask-judge.js';
import { DOES_NOT_APPLY, PASSES } from './conformance-scenarios.js';

describe.skipIf(process.env.LONG !== '1')('the server, as judges see it,', () => {
  let folder: string;
  let service: Service;
  let forwarder: Forwarder;
  let everything: string;
  let operations: number;
  beforeAll(async () => {
    for (const name of ['conformance', 'inspector'] as const) judgeProgram(name);
    folder = mkdtempSync(join(tmpdir(), 'service-judges-'));
    service = await Service.start({ inboxDir: folder });
    const { orgId } = await ownerOf(service);
    const choices = await fetch(`${consoleOrigin(service)}/api/agents/permissions`);
    const { procedures } = (await choices.json()) as { readonly procedures: readonly { readonly id: string }[] };
    operations = procedures.length;
    everything = await issueCredential(service, orgId, { procedures: procedures.map(({ id }) => id) });
    forwarder = await forwardWith(everything, mcpAddress(service));
  }, 600_000);
  afterAll(async () => {
    forwarder?.close();
    await service?.dispose();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('is asked about every scenario of the suite that is about it', async () => {
    const { stdout } = await askJudge('conformance', ['list', '--server']);
    const listed = [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual([...PASSES, ...Object.keys(DOES_NOT_APPLY)].sort());
  });

  it.each(PASSES)('passes the scenario %s', async (name) => {
    const asked = ['server', '--url', forwarder.url, '--scenario', name, '--output-dir', folder];
    const { code, text } = await askJudge('conformance', asked);
    const [, passed, all] = /Passed: (\d+)\/(\d+), 0 failed, 0 warnings/.exec(text) ?? [];
    expect([code, Number(passed) > 0, passed === all], text).toEqual([0, true, true]);
  });

  const inspect = (...more: readonly string[]): Promise<Verdict> => {
    const header = `Authorization: Bearer ${everything}`;
    const to = ['--cli', mcpAddress(service).href, '--transport', 'http', '--header', header];
    return askJudge('inspector', [...to, ...more]);
  };

  it('shows the inspector every tool that there can be, with schemas in which it finds no fault', async () => {
    const { code, stdout, text } = await inspect('--method', 'tools/list', '--strict');
    const { tools } = JSON.parse(stdout);
    // And the guide.
    expect(tools.length).toBe(operations + 1);
    expect([code, text.match(/^(?:Error|Warning): tool .*$/gm)]).toEqual([0, null]);
  });

  it('lets the inspector call tools, with arguments as they are written on a command line', async () => {
    const call = (name: string, ...args: readonly string[]) =>
      inspect('--method', 'tools/call', '--tool-name', name, ...args.flatMap((each) => ['--tool-arg', each]));
    const status = await call('onboarding__getStatus');
    expect([status.code, JSON.parse(status.stdout).structuredContent]).toMatchObject([0, { percent: 0 }]);
    const made = await call('teams__create', 'name=Night shift');
    expect(JSON.parse(made.stdout).structuredContent).toMatchObject({ name: 'Night shift' });
    const refused = await call('teams__create', `name=${'x'.repeat(200)}`);
    expect(refused.text).toContain('BAD_REQUEST');
  });
});
