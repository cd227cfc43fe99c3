/** What is in the way of publishing a version: answers that would be lost, tests that it fails, or that no run shows. Pure. */

export interface Loss {
  readonly question: string;
  /** `lost`: the published version answers it, this one does not. `failed`: a test that is not passed. */
  readonly why: 'lost' | 'failed';
}

/** What is known of a version's runs. */
export interface TestedVersion {
  readonly hasTests: boolean;
  /** The newest ones of its own tests and of past questions that came to their end. */
  readonly hasRun: boolean;
  readonly isRunning: boolean;
  readonly losses: readonly Loss[];
}

export interface Obstacle {
  readonly reason: 'lost' | 'running' | 'untested';
  /** What to do; `confirm` says yes all the same. */
  readonly message: string;
}

/** Null: it may be published. */
export function publishObstacle({ hasTests, hasRun, isRunning, losses }: TestedVersion): Obstacle | null {
  const yes = 'or publish with `confirm: true`.';
  if (losses.length > 0) {
    const lost = losses.filter(({ why }) => why === 'lost').length;
    const tests = losses.length - lost;
    const parts = [
      lost > 0 && `${lost} ${lost === 1 ? 'question loses its answer' : 'questions lose their answers'}`,
      tests > 0 && `${tests} ${tests === 1 ? 'test is' : 'tests are'} not passed`,
    ].filter(Boolean);
    const message = `In the newest run ${parts.join(', and ')}: see \`losses\`. Change the draft, ${yes}`;
    return { reason: 'lost', message };
  }
  if (isRunning) return { reason: 'running', message: `Its tests are running. Wait for their end, ${yes}` };
  if (hasTests && !hasRun)
    return {
      reason: 'untested',
      message: `This version was not tested. Run its tests first (aiAgents.runTests), ${yes}`,
    };
  return null;
}
