import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const MAX_INSTALL_MS = 15 * 60_000

/** Installs Debian packages where this is Debian and the user is root; starts no service of theirs. */
export function installDebian(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Fetching ${packages.join(' and ')} (apt-get)...`)
  // At run level 1 no service is started: the tests run their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status, stderr } = spawnSync('apt-get', ['-qq', ...args], {
      encoding: 'utf8',
      timeout: MAX_INSTALL_MS,
      env,
    })
    if (status !== 0) console.log(`  apt-get: ${stderr?.trim().split('\n').at(-1)}`)
  }
}
