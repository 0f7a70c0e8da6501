import { createHash, randomBytes } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { StartRefusal } from '../../core/start-refusal.ts'
import type { Cluster } from './cluster.ts'
import type { ClusterHome } from './create-cluster.ts'

type Transport = Pick<Cluster, 'socket' | 'port' | 'password'>

/** `sun_path` has 108 bytes on Linux and 104 elsewhere, including the NUL. */
const longestPath = process.platform === 'linux' ? 107 : 103
const socketPort = 5432

/** A Unix socket accessible to the cluster's account only; without socket support, loopback with a random password. */
export async function chooseTransport(dataDir: string, home: ClusterHome): Promise<Transport> {
  if (process.platform === 'win32') return loopback(dataDir)
  return { socket: socketFolder(home), port: socketPort, password: null }
}

async function loopback(dataDir: string): Promise<Transport> {
  const file = path.join(dataDir, 'postgres.password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return { socket: null, port: await freePort(), password: readFileSync(file, 'utf8') }
}

function socketFolder({ folder, account }: ClusterHome): string {
  const inside = path.join(folder, 'socket')
  const fits = Buffer.byteLength(path.join(inside, `.s.PGSQL.${socketPort}`)) <= longestPath
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const chosen = fits ? inside : path.join(os.tmpdir(), `waybill-${hash}`)
  try {
    mkdirSync(chosen, { mode: 0o700 })
    if (account) chownSync(chosen, account.uid, account.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  requireOwn(chosen, account?.uid ?? process.getuid?.())
  return chosen
}

/** In a shared temporary folder, others may own the name. */
function requireOwn(folder: string, uid: number | undefined): void {
  const stat = lstatSync(folder)
  if (stat.isDirectory() && stat.uid === uid && (stat.mode & 0o077) === 0) return
  throw new StartRefusal(
    `The folder ${folder}, meant for the database's socket, belongs to somebody else or is open to others: remove it and start again.`,
  )
}

/** A free loopback port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
