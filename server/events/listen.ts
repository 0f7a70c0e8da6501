import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type ConnectionConfig, makeClient } from '../db/multi-host-client.ts'

export type ListenHandlers = {
  onNotice: (channel: string, payload: string) => void
  /** Listening now; earlier notifications were missed. */
  onUp: () => Promise<void>
  /** Disconnected until the next `onUp`; notifications before it may have gaps. */
  onDown?: () => void
  onWarning: (message: string) => void
}

const longestDelay = 5_000

/** Listens on a dedicated connection until aborted; reconnects. */
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
      // The signal would otherwise retain every former client.
      signal.removeEventListener('abort', end)
      resolve()
    }
    client.on('error', end)
    client.on('end', end)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
