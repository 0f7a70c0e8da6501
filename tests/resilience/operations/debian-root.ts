import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Root and mmdebstrap, which `npm run test:full` installs on Debian. */
export const canMakeRoot =
  process.getuid?.() === 0 && spawnSync('mmdebstrap', ['--version']).error === undefined

/** What the base of the Dockerfile holds: no shell, no package manager. */
const base = ['base-files', 'ca-certificates', 'libc6', 'libgcc-s1', 'libstdc++6', 'tzdata']

export const megabytes = (place: string): number =>
  Number.parseInt(execFileSync('du', ['-sm', '--apparent-size', place], { encoding: 'utf8' }), 10)

export type DebianRoot = {
  folder: string
  /** Of Debian's packages and Node. */
  megabytes: number
  /** A program of the root, as the user of the image, who may write to `/data` alone. */
  command: (program: string, ...args: string[]) => [string, string[]]
  close: () => void
}

/** What the root holds besides Debian's packages and Node, by its place there. */
type Contents = {
  image: string
  data: string
  socket: { host: string; port: number }
  packages?: readonly string[]
}

/** A root of Debian's packages that nobody can write to, with the image in `/app` and the database's socket in `/socket`. */
export const makeDebianRoot = async (
  folder: string,
  { image, data, socket: { host, port }, packages = [] }: Contents,
): Promise<DebianRoot> => {
  const mounts: string[] = []
  const mount = (from: string, to: string, isReadOnly: boolean) => {
    const place = path.join(folder, to)
    mkdirSync(place, { recursive: true })
    execFileSync('mount', ['--bind', from, place])
    mounts.push(place)
    if (isReadOnly) execFileSync('mount', ['-o', 'remount,ro,bind', place])
  }
  await run(
    'mmdebstrap',
    ['--variant=extract', `--include=${[...base, ...packages].join()}`, 'bookworm', folder],
    {
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  copyFileSync(process.execPath, path.join(folder, 'usr/bin/node'))
  const size = megabytes(folder)
  mkdirSync(data, { mode: 0o700 })
  execFileSync('chown', ['1001:1001', data])
  for (const place of ['app', 'data', 'proc', 'dev', 'socket'])
    mkdirSync(path.join(folder, place), { recursive: true })
  mount(folder, '/', true)
  mount(image, 'app', true)
  mount('/proc', 'proc', false)
  mount('/dev', 'dev', false)
  mount(data, 'data', false)
  mount(host, 'socket', false)
  // The test's cluster lets its own user in only.
  chmodSync(host, 0o711)
  chmodSync(path.join(host, `.s.PGSQL.${port}`), 0o777)
  return {
    folder,
    megabytes: size,
    command: (program, ...args) => ['/usr/sbin/chroot', ['--userspec=1001:1001', folder, program, ...args]],
    close: () => {
      for (const place of mounts.toReversed()) spawnSync('umount', ['-l', place])
    },
  }
}
