import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { type Binaries, binariesIn } from '../../../server/db/embedded/binaries.ts'

const oldest = 15
const installations = '/usr/lib/postgresql'

/** The newest installed PostgreSQL server (15 or later), or null. */
export function findSystemBinaries(): Binaries | null {
  const debian = existsSync(installations)
    ? readdirSync(installations).map((version) => path.join(installations, version))
    : []
  const onPath = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.dirname(folder))
  const found = [...debian, ...onPath]
    .filter((folder) =>
      ['postgres', 'initdb', 'pg_ctl'].every((name) => existsSync(path.join(folder, 'bin', name))),
    )
    .map(binariesIn)
    .filter(({ major }) => major >= oldest)
  return found.sort((one, other) => other.major - one.major)[0] ?? null
}

/** Only on root's PATH. */
const daemons = ['/usr/sbin', '/usr/local/sbin']

/** The PgBouncer that the system has installed, or null. */
export function findPgbouncer(): string | null {
  if (process.platform === 'win32') return null
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...daemons]
  return folders.map((folder) => path.join(folder, 'pgbouncer')).find((file) => existsSync(file)) ?? null
}
