import './lib/require-node.mjs'
import { spawnSync } from 'node:child_process'
import { root } from './lib/root.mjs'

// npm run test:node -- 24 [arguments of npm test]: the suite on that version of Node, which npm's package `node` brings.
const [version, ...args] = process.argv.slice(2)
if (!/^\d+(\.\d+){0,2}$/.test(version ?? '')) {
  console.error('npm run test:node -- VERSION [arguments of npm test], such as 24 or 20.19.0')
  process.exit(1)
}
const { status } = spawnSync(
  'npm',
  ['exec', '--yes', `--package=node@${version}`, '--', 'node', 'scripts/test.mjs', ...args],
  { cwd: root, stdio: 'inherit' },
)
process.exit(status ?? 1)
