import { existsSync } from 'node:fs'
import path from 'node:path'

/** Only on root's PATH. */
const daemons = ['/usr/sbin', '/usr/local/sbin']

/** The PgBouncer that the system has installed, or null. */
export function findPgbouncer(): string | null {
  if (process.platform === 'win32') return null
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...daemons]
  return folders.map((folder) => path.join(folder, 'pgbouncer')).find((file) => existsSync(file)) ?? null
}
