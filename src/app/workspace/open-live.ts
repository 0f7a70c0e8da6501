import { createAtom, type ReadonlyAtom } from '@xstate/store'
import type { LiveEvent } from '../../../domain/changes/changes.ts'
import type { Api } from '../../api/create-api.ts'
import type { Connection } from '../../layouts/top-bar.tsx'
import { isOnline } from '../../stores/browser.ts'

/** A shared event stream, open while there are listeners. `hear`: called first, does not count as a listener. */
export const openLive = (api: Api, hear: (event: LiveEvent) => void) => {
  const isLive = createAtom(false)
  const listeners = new Set<(event: LiveEvent) => void>()
  let request: AbortController | null = null

  const open = () => {
    request = new AbortController()
    void api.events({
      signal: request.signal,
      onEvent: (event) => {
        for (const each of withErased(event)) {
          hear(each)
          for (const listener of listeners) listener(each)
        }
      },
      onJob: api.longWork.hear,
      onState: ({ phase }) => isLive.set(phase === 'live'),
    })
  }
  /** The browser's offline event comes before the stream's timeout. */
  const connection: ReadonlyAtom<Connection> = createAtom(() =>
    isOnline.get() ? (isLive.get() ? 'live' : 'connecting') : 'offline',
  )
  return {
    connection,
    listen: (listener: (event: LiveEvent) => void) => {
      listeners.add(listener)
      if (request === null) open()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        request?.abort()
        request = null
      }
    },
  }
}

/** An erasure is told of orders; other lists have the customer too. */
const withErased = (event: LiveEvent): LiveEvent[] =>
  event.verb === 'customer.erase'
    ? [event, ...listsOfCustomers.map((resource) => ({ ...event, resource, ids: null }))]
    : [event]

const listsOfCustomers = ['shippings', 'invoices', 'intake', 'deliveries', 'blocked'] as const

export type LiveFeed = ReturnType<typeof openLive>
