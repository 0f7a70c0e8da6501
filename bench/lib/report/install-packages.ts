import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Installs the packages of `folder` by its lockfile unless they are there. */
export const installPackages = (folder: string): void => {
  const wanted = readFileSync(path.join(folder, 'package-lock.json'), 'utf8')
  const stamp = path.join(folder, 'node_modules/.installed-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error(`Installing the packages of ${path.relative(process.cwd(), folder)} (npm ci)...`)
  const { status } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0) throw new Error('The packages of the bench could not be installed.')
  writeFileSync(stamp, wanted)
}
