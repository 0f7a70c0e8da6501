import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Analytics } from '../../../domain/analytics/analytics.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { DashboardView } from './dashboard-view.ts'

export type AnalyticsState = {
  /** The last figures loaded; those of the previous view while loading. */
  data: Analytics | null
  readAt: number
  isLoading: boolean
  /** Why the current view failed. */
  problem: Problem | null
  /** No answer: figures are older ones of the same view. */
  isOffline: boolean
  /** Records counted have changed since. */
  isOutdated: boolean
  refresh: () => void
}

type Problem = { code: string; isOffline: boolean; requestId?: string }

/** Resources whose changes affect figures. */
const counted = new Set<ResourceName>(['orders', 'shippings', 'invoices', 'handovers'])

/** Minimum milliseconds between refetches after changes. */
const MIN_REFETCH_MS = 15_000

export const useAnalytics = ({ days, seller }: DashboardView): AnalyticsState => {
  const { api, country } = useWorkspace()
  const { startDate, endDate } = days
  const view = { country, startDate, endDate, ...(seller === null ? {} : { seller }) }
  const query = useQuery({
    queryKey: queryKeys.analytics(view),
    queryFn: async ({ signal }) => ({
      figures: await api.analytics.read(view, { signal }),
      readAt: Date.now(),
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const { data, isFetching, isPlaceholderData, isStale, refetch } = query
  const error = useSettledError(query)
  const problem = error && problemOf(error)
  const isOffline = problem?.isOffline ?? false
  // A failed view shows no figures, which could be mistaken for current ones.
  const isShown = data !== undefined && (problem === null || isOffline)
  const refresh = useCallback(() => void refetch(), [refetch])
  useRefetchAfterChange(data?.readAt ?? 0, refresh)
  return {
    data: isShown ? data.figures : null,
    readAt: data?.readAt ?? 0,
    isLoading: isFetching,
    problem: isShown ? null : problem,
    isOffline,
    isOutdated: isShown && isStale && !isPlaceholderData,
    refresh,
  }
}

/** The last error, kept while a retry runs, so that its message stays in place. */
const useSettledError = ({ isFetching, error }: { isFetching: boolean; error: Error | null }) => {
  const [settled, setSettled] = useState<Error | null>(null)
  if (!isFetching && settled !== error) setSettled(error)
  return isFetching ? settled : error
}

/** Refetches some time after a change; in a hidden tab, when it becomes visible. */
const useRefetchAfterChange = (readAt: number, refetch: () => void): void => {
  const { onLive } = useWorkspace()
  const lastRead = useRef(readAt)
  useEffect(() => {
    lastRead.current = readAt
  }, [readAt])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refetchVisible = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', refetchVisible)
      timer = undefined
      refetch()
    }
    const stop = onLive(({ resource }) => {
      if (!counted.has(resource) || timer !== undefined) return
      const wait = Math.max(1_000, MIN_REFETCH_MS - (Date.now() - lastRead.current))
      timer = setTimeout(() => {
        document.addEventListener('visibilitychange', refetchVisible)
        refetchVisible()
      }, wait)
    })
    return () => {
      stop()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', refetchVisible)
    }
  }, [onLive, refetch])
}

const problemOf = (error: Error): Problem =>
  error instanceof ApiProblem
    ? { code: error.code, isOffline: error.isOffline, requestId: error.requestId ?? undefined }
    : { code: 'INTERNAL', isOffline: false }
