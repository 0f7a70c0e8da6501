import { execFile, type SpawnOptions } from 'node:child_process'
import { promisify } from 'node:util'
import type { Cluster } from './cluster.ts'

const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'windir']

/**
 * How PostgreSQL's programs are spawned: under the cluster's account, from a folder which that account
 * may enter, and without our environment (its PG* variables would change what they do, its secrets are not theirs).
 */
export function spawnOptions({ account, home }: Cluster): SpawnOptions {
  const env = Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  return { cwd: home, env: { ...env, LC_ALL: 'C' }, ...(account ?? {}), windowsHide: true }
}

/** Runs one of PostgreSQL's programs to its end; an error carries what it printed. */
export async function runBinary(cluster: Cluster, file: string, args: string[]): Promise<void> {
  const { cwd, env, uid, gid, windowsHide } = spawnOptions(cluster)
  await promisify(execFile)(file, args, { cwd, env, uid, gid, windowsHide })
}
