import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type ConnectionConfig, makeClient } from '../db/multi-host-client.ts'

export type ListenHandlers = {
  onNotice: (channel: string, payload: string) => void
  /** The channels are heard from now on. What was said before, or while the connection was lost, was not. */
  onUp: () => Promise<void>
  /** Nothing is heard until the next `onUp`; notices that come before it may follow others that were not heard. */
  onDown?: () => void
  onWarning: (message: string) => void
}

const longestDelay = 5_000

/** Hears channels on a separate connection, for as long as the process lives; a lost one is made again. */
export const listen = (
  connection: ConnectionConfig,
  channels: readonly string[],
  handlers: ListenHandlers,
): { close: () => Promise<void> } => {
  const stopping = new AbortController()
  const work = keepListening(connection, channels, handlers, stopping.signal)
  return {
    close: async () => {
      stopping.abort()
      await work
    },
  }
}

const keepListening = async (
  connection: ConnectionConfig,
  channels: readonly string[],
  handlers: ListenHandlers,
  signal: AbortSignal,
): Promise<void> => {
  let delay = 100
  while (!signal.aborted) {
    const client = makeClient({
      ...connection,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      connectionTimeoutMillis: 5_000,
    })
    try {
      const ended = endOf(client, signal)
      await client.connect()
      client.on('notification', ({ channel, payload }) => handlers.onNotice(channel, payload ?? ''))
      for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      delay = 100
      await handlers.onUp()
      await ended
    } catch (error) {
      handlers.onWarning(`Live events cannot be heard at the moment: ${(error as Error).message}`)
    }
    handlers.onDown?.()
    await client.end().catch(() => undefined)
    if (signal.aborted) return
    await sleep(delay, undefined, { signal }).catch(() => undefined)
    delay = Math.min(delay * 2, longestDelay)
  }
}

const endOf = (client: pg.Client, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      // Else the signal would keep every client that was ever lost.
      signal.removeEventListener('abort', end)
      resolve()
    }
    client.on('error', end)
    client.on('end', end)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
