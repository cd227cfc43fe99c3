/** The order in which the test files of a run start. */
import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that have a thread or a process of their own come first, those of all projects among each other, so that files that wait
 * for something run beside files that calculate. Files that share processes stay together, or each would need a new one.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isAlone = ({ project }: TestSpecification) => project.config.isolate;
    const alone = sorted.filter(isAlone).map((file) => ({ file, place: placeOf(file.moduleId) }));
    alone.sort((one, other) => one.place - other.place);
    return [...alone.map(({ file }) => file), ...sorted.filter((file) => !isAlone(file))];
  }
}

/** Any place, but the same in each run. */
const placeOf = (path: string): number => createHash('sha256').update(path.slice(-40)).digest().readUInt32BE();
