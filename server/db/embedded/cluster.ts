import type { Account } from '../account.ts'
import type { Binaries } from './binaries.ts'

/** All that is needed to run one cluster. */
export interface Cluster {
  binaries: Binaries
  account: Account | null
  /** Holds `folder` and, where its path is short enough, the socket. */
  home: string
  /** PostgreSQL's own data folder. */
  folder: string
  /** Stands in the title of each of its processes: how strays are recognised. */
  name: string
  /** Folder of the Unix socket; null for loopback with a password. */
  socket: string | null
  password: string | null
  /** Names the socket's file, or is the port on loopback; the same over restarts, so that pools find it again. */
  port: number
  logFile: string
  settings: Record<string, string>
}

/** Owns the database and nothing else; the server's own superuser stays with the supervisor and the tests. */
export const applicationRole = 'waybill'
export const databaseName = 'waybill'
export const superuser = 'postgres'

export interface Connection {
  host: string
  port: number
  user: string
  password?: string
  database: string
}

export function superuserConnection(cluster: Cluster): Connection {
  return { ...address(cluster), user: superuser, database: 'postgres' }
}

export function applicationConnection(cluster: Cluster): Connection {
  return { ...address(cluster), user: applicationRole, database: databaseName }
}

function address({ socket, port, password }: Cluster): Pick<Connection, 'host' | 'port' | 'password'> {
  return { host: socket ?? '127.0.0.1', port, ...(password ? { password } : {}) }
}

/** What helps where the files of a cluster are damaged. */
export const restoreStep =
  'Keep this folder, and restore a backup into a new one: DATA_DIR=/a/new/folder npm run restore -- FILE.'
