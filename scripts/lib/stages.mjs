import { architectureArguments } from './architecture.mjs'
import { inRoot } from './root.mjs'

/**
 * Stages of `npm test` and `npm run check`: Node programs whose exit code is a check, or that write a JSON report (`reportTo`).
 */

const bin = (...parts) => inRoot('node_modules', ...parts)
const programs = {
  biome: bin('@biomejs/biome/bin/biome'),
  playwright: bin('@playwright/test/cli.js'),
  tsc: bin('typescript/bin/tsc'),
  vitest: bin('vitest/vitest.mjs'),
}

export const checks = [
  // One thread: several check the same types again, twice the work on two cores.
  { name: 'types', args: [programs.tsc, '-b', '--singleThreaded'] },
  { name: 'format and lint', args: [programs.biome, 'ci', '--colors=off', '.'] },
  { name: 'import directions', args: architectureArguments() },
]

/** Packages of production and their licences: also what `npm run papers` writes. */
export const licences = { name: 'licences of packages', args: [inRoot('scripts/papers.mjs')] }

export const build = { name: 'build of the console and the server', args: [inRoot('scripts/build.mjs')] }

/** Browser workers in a short run, which shares two cores with other tests. */
const browserWorkersBesideOthers = 2

/** Excludes long tests: by tag here, files in `vitest.config.ts`. */
const leaveOutFull = ['--tags-filter=!full']

/**
 * A vitest process for some projects, their files matching `filters`, or one `shard` (`1/2`). A short run excludes tests of the
 * full one.
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
 * Browser tests, or those matching `filters`. A short run excludes `@full`: repetitions on further screens, layouts, roles and
 * inputs.
 */
export const browser = (chromium, { filters = [], isShort = false, shard } = {}) => ({
  name: 'browser tests',
  // An environment variable names the file.
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
