import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { Analytics } from '../../../domain/analytics/analytics.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { DashboardView } from './dashboard-view.ts'

export type AnalyticsState = {
  /** The last figures that came, of whatever view. */
  data: Analytics | null
  /** When they came. */
  readAt: number
  isLoading: boolean
  /** Why the figures of the present view are not there. */
  problem: Problem | null
  /** Nobody answered: the figures are those of before. */
  isOffline: boolean
  /** What they count has changed since. */
  isOutdated: boolean
}

type Problem = { code: string; isOffline: boolean; requestId?: string }

type Event =
  | { type: 'asked' }
  | { type: 'came'; data: Analytics; at: number }
  | { type: 'failed'; problem: Problem; isSameView: boolean }
  | { type: 'changed' }

const reduce = (state: AnalyticsState, event: Event): AnalyticsState => {
  switch (event.type) {
    case 'asked':
      return { ...state, isLoading: true }
    case 'came':
      return { ...initial, data: event.data, readAt: event.at, isLoading: false }
    case 'failed': {
      // Figures of another view would be taken for those of this one.
      const { isOffline } = event.problem
      const isKept = isOffline && event.isSameView && state.data !== null
      return {
        ...state,
        isLoading: false,
        isOffline,
        problem: isKept ? null : event.problem,
        data: isKept ? state.data : null,
      }
    }
    case 'changed':
      return { ...state, isOutdated: state.data !== null }
  }
}

const initial: AnalyticsState = {
  data: null,
  readAt: 0,
  isLoading: true,
  problem: null,
  isOffline: false,
  isOutdated: false,
}

/** Changes of these move figures. */
const counted = new Set<ResourceName>(['orders', 'shippings', 'invoices'])

/** After a change the figures are read again by themselves, but not more often than this. */
const quietPause = 15_000

/** The figures of a view: the last question wins, what was there stays until the answer comes. */
export const useAnalytics = ({ days, seller }: DashboardView): AnalyticsState & { refresh: () => void } => {
  const { api, country, onLive } = useWorkspace()
  const [state, send] = useReducer(reduce, initial)
  const request = useRef<AbortController>(null)
  const shown = useRef<{ key: string; at: number } | null>(null)
  const { startDate, endDate } = days
  const key = [country, startDate, endDate, seller].join()

  const refresh = useCallback(() => {
    request.current?.abort()
    request.current = new AbortController()
    const { signal } = request.current
    send({ type: 'asked' })
    api.analytics
      .read({ country, startDate, endDate, ...(seller === null ? {} : { seller }) }, { signal })
      .then(
        (data) => {
          const at = Date.now()
          shown.current = { key, at }
          send({ type: 'came', data, at })
        },
        (error: unknown) => {
          if (signal.aborted) return
          const isSameView = shown.current?.key === key
          send({ type: 'failed', isSameView, problem: problemOf(error) })
        },
      )
  }, [api, country, startDate, endDate, seller, key])

  useEffect(() => {
    refresh()
    return () => request.current?.abort()
  }, [refresh])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // A tab that nobody looks at asks for nothing until somebody does.
    const refreshInView = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', refreshInView)
      timer = undefined
      refresh()
    }
    const stop = onLive(({ resource }) => {
      if (!counted.has(resource)) return
      send({ type: 'changed' })
      if (timer !== undefined) return
      const wait = Math.max(1_000, quietPause - (Date.now() - (shown.current?.at ?? 0)))
      timer = setTimeout(() => {
        document.addEventListener('visibilitychange', refreshInView)
        refreshInView()
      }, wait)
    })
    return () => {
      stop()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', refreshInView)
    }
  }, [onLive, refresh])

  const { isOffline } = state
  useEffect(() => {
    if (!isOffline) return
    window.addEventListener('online', refresh)
    return () => window.removeEventListener('online', refresh)
  }, [isOffline, refresh])

  return { ...state, refresh }
}

const problemOf = (error: unknown): Problem =>
  error instanceof ApiProblem
    ? { code: error.code, isOffline: error.isOffline, requestId: error.requestId ?? undefined }
    : { code: 'INTERNAL', isOffline: false }
