import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Brings the peers' packages, which `npm ci` of the project does not pay for, unless those of this lock are there. */
export const installPeers = (folder: string): void => {
  const wanted = readFileSync(path.join(folder, 'package-lock.json'), 'utf8')
  const stamp = path.join(folder, 'node_modules/.installed-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error(`Installing the peers of ${path.relative(process.cwd(), folder)} (npm ci)...`)
  const { status } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0) throw new Error("The peers' packages could not be installed.")
  writeFileSync(stamp, wanted)
}
