import type { SystemAccount } from '../account.ts'
import type { Binaries } from './binaries.ts'

/** Everything needed to run a cluster. */
export interface Cluster {
  binaries: Binaries
  account: SystemAccount | null
  /** Contains `folder` and, if its path is short enough, the socket. */
  home: string
  /** PostgreSQL's data directory. */
  folder: string
  /** `cluster_name`, in the process titles: identifies orphans. */
  name: string
  /** Folder of the Unix socket; null: loopback with a password. */
  socket: string | null
  password: string | null
  /** Port, also part of the socket's name; stable across restarts, so that pools reconnect. */
  port: number
  logFile: string
  settings: Record<string, string>
}

/** Owns only the database; the superuser is for supervisor and tests. */
export const applicationRole = 'waybill'
export const databaseName = 'waybill'
export const superuser = 'postgres'

export interface ClusterConnection {
  host: string
  port: number
  user: string
  password?: string
  database: string
}

export function superuserConnection(cluster: Cluster): ClusterConnection {
  return { ...address(cluster), user: superuser, database: 'postgres' }
}

export function applicationConnection(cluster: Cluster): ClusterConnection {
  return { ...address(cluster), user: applicationRole, database: databaseName }
}

function address({ socket, port, password }: Cluster): Pick<ClusterConnection, 'host' | 'port' | 'password'> {
  return { host: socket ?? '127.0.0.1', port, ...(password ? { password } : {}) }
}

/** Advice for damaged files. */
export const restoreStep =
  'Keep this folder, and restore a backup into a new one: DATA_DIR=/a/new/folder npm run restore -- FILE.'
