import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects that take longest begin first: one worker alone with a long file at the end would keep the whole run. */
const PROJECTS = ['slow', 'service', 'domain', 'code'];
/** Files that take more than a minute, the longest first. What a file takes does not follow from its size. */
const LONGEST = [
  'window/tour',
  'service/service',
  'service/killed-at-each-step',
  'service/killed-in-every-queue',
  'platform/database/embedded/hosting',
  'scripts/commands',
  'service/two-clocks',
  'scripts/demo',
  'industries/clock/rekey',
  'service/killed-consumer',
  'scripts/first-industry',
  'platform/openapi/pages',
  'window/personas',
  'service/access/isolation',
  'service/odd-values',
].map((name) => `test/${name}.test.ts`);

/** The order in which files of a run begin. Files of one project stay together, because they share their workers. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification): readonly [number, number] => {
      const long = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return [PROJECTS.indexOf(project.name), long === -1 ? LONGEST.length : long];
    };
    return (await super.sort(files)).toSorted((a, b) => {
      const [here, there] = [place(a), place(b)];
      return here[0] - there[0] || here[1] - there[1];
    });
  }
}
