import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const module = new URL('../../server/threads/yield-to-calls.ts', import.meta.url).href
/** The priority of a process that was started with this one, once it has yielded. */
const after = (started: number): number => {
  const run = `import('${module}').then(({ yieldToCalls }) => { yieldToCalls(); console.log(os.getPriority()) })`
  const node = [process.execPath, '--import', 'tsx', '--eval', `const os = require('node:os'); ${run}`]
  return Number(execFileSync('nice', ['-n', `${started}`, ...node], { encoding: 'utf8' }))
}

test.skipIf(process.platform !== 'linux')(
  'a thread lets calls go first, and raises no priority that is lower already',
  () => {
    expect(after(0)).toBe(5)
    expect(after(15)).toBe(15)
  },
)
