import type { Pool } from 'pg'
import { usualBounds } from '../core/bounds.ts'
import { currentUser, makeFairSlots } from '../core/fair-slots.ts'
import { replaceConnect } from './replace-connect.ts'

/** Maximum share of the pool's connections per user. */
const sharePerUser = 0.6

/**
 * Distributes the pool's connections fairly by user: one user cannot take all.
 */
export const sharePool = (
  pool: Pool,
  { waitingConnections }: { waitingConnections: number } = usualBounds,
): void => {
  const { max, connectionTimeoutMillis = 0 } = pool.options
  const slots = makeFairSlots({
    slots: max,
    slotsPerUser: Math.max(1, Math.floor(max * sharePerUser)),
    waitingPerUser: waitingConnections,
  })
  const timeout = connectionTimeoutMillis
    ? { timeoutMs: connectionTimeoutMillis, onTimeout: timedOut }
    : undefined

  replaceConnect(pool, (connectNow) => async () => {
    const free = await slots.acquire(currentUser(), timeout)
    try {
      const client = await connectNow()
      const release = client.release
      client.release = (...given) => {
        try {
          release.apply(client, given)
        } finally {
          free()
        }
      }
      return client
    } catch (error) {
      free()
      throw error
    }
  })
}

/** Same message as `pg`'s, which is recognised as an unreachable database. */
const timedOut = (): Error => new Error('timeout exceeded when trying to connect')
