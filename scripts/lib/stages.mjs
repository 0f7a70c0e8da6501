import { architectureArguments } from './architecture.mjs'
import { inRoot } from './root.mjs'

/**
 * What `npm test` and `npm run check` run. A stage is a Node program whose exit code counts as one check, or, with
 * `reportTo`, one that writes a JSON report of its tests to a file.
 */

const bin = (...parts) => inRoot('node_modules', ...parts)
const programs = {
  biome: bin('@biomejs/biome/bin/biome'),
  playwright: bin('@playwright/test/cli.js'),
  tsc: bin('typescript/bin/tsc'),
  vitest: bin('vitest/vitest.mjs'),
}

export const checks = [
  { name: 'types', args: [programs.tsc, '-b'] },
  { name: 'format and lint', args: [programs.biome, 'ci', '--colors=off', '.'] },
  { name: 'import directions', args: architectureArguments() },
]

export const build = { name: 'build of the console and the server', args: [inRoot('scripts/build.mjs')] }

/** Of the browser tests in a short run, beside the other tests on two cores. */
const browserWorkersBesideOthers = 2

/** Leaves out tests with many rounds, large data or rare failures: by tag here, whole files in `vitest.config.ts`. */
const leaveOutFull = ['--tags-filter=!full']

/**
 * One vitest process with projects of vitest.config.ts; of their files, those that match one of `filters`, or one `shard`
 * (`1/2`). A short run leaves out what is for the full one.
 */
export const vitest = (name, projects, { filters = [], shard, isShort = false } = {}) => ({
  name,
  reportTo: (file) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  args: [
    programs.vitest,
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...(isShort ? leaveOutFull : []),
    ...(shard ? [`--shard=${shard}`] : []),
    ...filters,
  ],
  env: isShort ? { TEST_SHORT: '1' } : {},
})

/**
 * The browser tests, or those whose file matches one of `filters`. A short run leaves out those with the tag `@full`, which
 * repeat on further screens, layouts, roles and inputs what another test or a unit test shows.
 */
export const browser = (chromium, { filters = [], isShort = false, shard } = {}) => ({
  name: 'browser tests',
  // The file is named by an environment variable.
  reportTo: () => ['--reporter=list,json'],
  args: [
    programs.playwright,
    'test',
    ...(isShort ? ['--grep-invert', '@full', `--workers=${browserWorkersBesideOthers}`] : []),
    ...(shard ? [`--shard=${shard}`] : []),
    ...filters,
  ],
  env: { CHROMIUM_PATH: chromium, ...(isShort ? { TEST_SHORT: '1' } : {}) },
})
