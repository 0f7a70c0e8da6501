import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'

/**
 * Ends a connection whose server has not said a word for so many milliseconds while it was asked something: it hangs,
 * its disk does, or it is not there any more and nothing said so. The query is told as any whose connection broke.
 */
export const endWhenSilent = (client: PoolClient, longest: number): void => {
  const { connection } = client as unknown as { connection: { stream: Socket } }
  const { stream } = connection
  stream.setTimeout(longest)
  // Not as the call's second argument, which is told once: a connection rests many times before it hangs.
  stream.on('timeout', () => {
    const { readyForQuery } = client as unknown as { readyForQuery: boolean }
    if (!readyForQuery) stream.destroy(new Error('Connection terminated: the server has fallen silent'))
  })
}
