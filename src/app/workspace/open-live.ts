import { createAtom } from '@xstate/store'
import type { LiveEvent } from '../../../domain/changes.ts'
import type { Api } from '../../api/create-api.ts'
import type { Connection } from '../../layouts/connection-state.tsx'

/** One event stream for all who listen, open while anybody does; `hear` is told first, and does not open it. */
export const openLive = (api: Api, hear: (event: LiveEvent) => void) => {
  const state = createAtom<Connection>('connecting')
  const listeners = new Set<(event: LiveEvent) => void>()
  let request: AbortController | null = null

  const open = () => {
    request = new AbortController()
    void api.events({
      signal: request.signal,
      onEvent: (event) => {
        hear(event)
        for (const listener of listeners) listener(event)
      },
      onJob: api.longWork.hear,
      onState: ({ phase }) =>
        state.set(phase === 'live' ? 'live' : navigator.onLine ? 'connecting' : 'offline'),
    })
  }
  return {
    state,
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

export type LiveFeed = ReturnType<typeof openLive>
