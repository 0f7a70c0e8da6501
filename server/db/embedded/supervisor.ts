import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLog } from '../connection-errors.ts'
import type { Cluster } from './cluster.ts'
import { endStrays } from './orphan-processes.ts'
import { type Postmaster, startPostmaster } from './postmaster.ts'

export interface Supervisor {
  /** The run of this moment; its address keeps its host and port over restarts. */
  postmaster: Postmaster
  stop(): Promise<void>
  /** Calls back each time the server ends without being asked to; it is being restarted then. */
  onExit(callback: (how: string) => void): void
}

const firstPause = 100
/** A second: what is up again within five has time to start as well. */
const longestPause = 1_000
/** A run this long, in milliseconds, is no crash loop: the pauses begin anew. */
const healthyRun = 500

/** Starts the cluster's server and starts it again, with growing pauses, whenever it dies. */
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
      // A restart that was under way has meanwhile put a new one in its place.
      await watching
      await postmaster.stop()
    },
  }
}

/** Bytes: three segments of PostgreSQL's log (16 MB each), and as much again for tables and what else is kept there. */
const leastRoom = 96 * 1024 * 1024
/** Milliseconds for which one look is good. */
const looksFor = 100

/**
 * Whether the disk under `folder` has room for more. Short of that, PostgreSQL would go on until it cannot write its
 * log, and then stop for everybody; refusing writes before leaves the reads.
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

/** If the system does not report it, the database will. */
const look = (folder: string, least: number): Promise<boolean> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= least,
    () => true,
  )
