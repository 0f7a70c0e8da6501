import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLog } from '../connection-errors.ts'
import type { Cluster } from './cluster.ts'
import { endStrays } from './orphan-processes.ts'
import { type Postmaster, startPostmaster } from './postmaster.ts'

export interface Supervisor {
  /** The current server; host and port are stable across restarts. */
  postmaster: Postmaster
  stop(): Promise<void>
  /** Called each time the server ends unexpectedly; it restarts. */
  onExit(callback: (how: string) => void): void
}

const firstPause = 100
/** Milliseconds: the server is back within five seconds. */
const longestPause = 1_000
/** After a run of this many milliseconds, backoff restarts. */
const healthyRun = 500

/** Starts the server and restarts it with backoff when it dies. */
export async function supervise(cluster: Cluster, log: DatabaseLog): Promise<Supervisor> {
  const callbacks = new Set<(how: string) => void>()
  const stopping = new AbortController()
  let postmaster = await startPostmaster(cluster)
  let startedAt = Date.now()
  let pause = firstPause
  const watching = watch()

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const how = await postmaster.exited
      if (stopping.signal.aborted) return
      log.error(`PostgreSQL ended (${how}); starting it again.`)
      for (const callback of callbacks) callback(how)
      if (Date.now() - startedAt > healthyRun) pause = firstPause
      await restart()
    }
  }

  async function restart(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      pause = Math.min(pause * 2, longestPause)
      try {
        await endStrays(cluster, log)
        postmaster = await startPostmaster(cluster)
        startedAt = Date.now()
        log.info('PostgreSQL is back.')
        return
      } catch (error) {
        log.error((error as Error).message)
      }
    }
  }

  return {
    get postmaster() {
      return postmaster
    },
    onExit: (callback) => {
      callbacks.add(callback)
    },
    stop: async () => {
      stopping.abort()
      await Promise.race([watching, postmaster.stop()])
      // A pending restart may have replaced it.
      await watching
      await postmaster.stop()
    },
  }
}

/** Bytes: three WAL segments (16 MB each), and as much for tables. */
const leastRoom = 96 * 1024 * 1024
/** Milliseconds for which a result is cached. */
const looksFor = 100

/**
 * Whether the disk of `folder` has room. A full disk would stop PostgreSQL for everybody; refusing writes earlier keeps reads
 * working.
 */
export const watchRoom = (folder: string, least = leastRoom): (() => Promise<boolean>) => {
  let lookedAt = 0
  let looking: Promise<boolean> = Promise.resolve(true)
  return () => {
    const at = performance.now()
    if (lookedAt === 0 || at - lookedAt > looksFor) {
      lookedAt = at
      looking = look(folder, least)
    }
    return looking
  }
}

/** If unknown, assume there is room: the database will report it. */
const look = (folder: string, least: number): Promise<boolean> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= least,
    () => true,
  )
