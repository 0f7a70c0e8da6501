import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { installDebian } from './install.mjs'
import { inRoot, root } from './root.mjs'

const minutes = 60_000
/** The headless shell first: an eighth less CPU, and Playwright's default. */
const commands = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Finds or downloads a Chromium that runs: `{ path }` or `{ reason }`. */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return runs(given) ? { path: given } : { reason: `CHROMIUM_PATH (${given}) does not run` }
  const found = await present()
  if (found) return { path: found }

  console.log('Fetching Chromium (Playwright)...')
  attempt(
    process.execPath,
    [inRoot('node_modules/@playwright/test/cli.js'), 'install', 'chromium'],
    5 * minutes,
  )
  const downloaded = await present()
  if (downloaded) return { path: downloaded }

  // Older Debian releases only have the full browser.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    installDebian([name])
    const installed = await present()
    if (installed) return { path: installed }
  }
  return { reason: 'neither Playwright nor apt-get could bring a Chromium that runs' }
}

async function present() {
  const { chromium } = await import('@playwright/test')
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => commands.map((command) => path.join(folder, command)))
  return [...onPath, ...applications, chromium.executablePath()].find(
    (file) => existsSync(file) && runs(file),
  )
}

function runs(file) {
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

function attempt(command, args, timeout) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    timeout,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status === 0) return
  const lines = `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n')
  const why = error?.message ?? lines.find((line) => /error|^E:/i.test(line)) ?? lines.at(-1)
  console.log(`  ${path.basename(command)}: ${why}`)
}
