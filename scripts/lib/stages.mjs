import os from 'node:os'
import path from 'node:path'
import { architectureArguments } from './architecture.mjs'
import { inRoot } from './root.mjs'

/**
 * What `npm test` runs. A stage is a Node program whose exit code counts as one check, or, where `report`
 * names a format, one that writes a JSON report of its tests to the file that it is told.
 */

const bin = (...parts) => inRoot('node_modules', ...parts)
const programs = {
  biome: bin('@biomejs/biome/bin/biome'),
  playwright: bin('@playwright/test/cli.js'),
  tsc: bin('typescript/bin/tsc'),
  vitest: bin('vitest/vitest.mjs'),
}
const reportFile = (name) =>
  path.join(os.tmpdir(), `waybill-report-${process.pid}-${name.replace(/\W+/g, '-')}.json`)

export const checks = [
  { name: 'format and lint', args: [programs.biome, 'ci', '--colors=off', '.'] },
  ...['domain', 'machines', 'server', 'src', 'tests'].map((house) => ({
    name: `types of ${house}`,
    args: [programs.tsc, '-p', house],
  })),
  { name: 'import directions', args: architectureArguments() },
  vitest('unit tests', 'unit'),
]

export const apiTests = {
  embedded: vitest('API tests, embedded PostgreSQL', 'api', { TEST_CLUSTER: 'embedded' }),
  system: vitest("API tests, the system's PostgreSQL", 'api', { TEST_CLUSTER: 'system' }),
  pgbouncer: vitest('API tests, through PgBouncer', 'api', { TEST_CLUSTER: 'pgbouncer' }),
}
export const crashTests = [vitest('embedded PostgreSQL and crash tests', 'crash')]
/** One after the other: each attack has the machine to itself. */
export const trustTests = [vitest('promises under attack', 'trust')]
export const build = [{ name: 'build of the console', args: [inRoot('scripts/build.mjs')] }]

/** All of them, or those whose file's name has `part`: on so many workers, each with a server, or as many as is usual. */
export const browserTests = (chromium, part, workers) => {
  const file = reportFile('browser')
  return [
    {
      name: part === undefined ? 'browser tests' : `browser tests of ${part}`,
      report: { format: 'playwright', file },
      args: [
        programs.playwright,
        'test',
        ...(part === undefined ? [] : [part]),
        ...(workers === undefined ? [] : [`--workers=${workers}`]),
        '--reporter=list,json',
      ],
      env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  ]
}

function vitest(name, project, env = {}) {
  const file = reportFile(name)
  return {
    name,
    report: { format: 'vitest', file },
    args: [
      programs.vitest,
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    env,
  }
}
