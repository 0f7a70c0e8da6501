import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type LineKind, lineKinds } from '../../../domain/changes/audit-verbs.ts'
import type { ChangeBatch } from '../../../domain/changes/changes.ts'
import { countries } from '../../../domain/core/countries.ts'
import { isDate } from '../../../domain/lib/field.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { shiftDay, startOfDay } from '../../../domain/lib/zone-clock.ts'
import { type ResourceName, resourceNames } from '../../../domain/resources.ts'
import { codeOf } from '../../../machines/failure.ts'
import { type ChangeAction, isChangeAction, verbsOf } from '../../resources/shared/change-actions.ts'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

const pageSize = 50
const largestRead = 500
const pause = 500

type Journal = {
  phase: 'loading' | 'ready' | 'failed'
  batches: readonly ChangeBatch[]
  total: number
  /** Offline: rows are those of the last answer. */
  isStale: boolean
  code: string | null
}

const nothing: Journal = { phase: 'loading', batches: [], total: 0, isStale: false, code: null }

/** Pages of batches under a filter, newest first; new ones are added on top. */
export const useBatches = (where: Where) => {
  const { api, onLive } = useWorkspace()
  const [history, setHistory] = useState(nothing)
  const [isReadingMore, setReadingMore] = useState(false)
  const request = useRef<AbortController | null>(null)
  const shown = useRef(0)
  shown.current = history.batches.length

  const read = useCallback(async () => {
    request.current?.abort()
    const asked = new AbortController()
    request.current = asked
    try {
      // At least as many as shown, so that a refetch removes nothing.
      const limit = Math.min(Math.max(pageSize, shown.current), largestRead)
      const { items, total } = await api.changes.list({ where, limit }, { signal: asked.signal })
      setHistory(({ batches }) => ({
        ...nothing,
        phase: 'ready',
        batches: merged(items, batches),
        total,
      }))
    } catch (error) {
      if (asked.signal.aborted) return
      const code = codeOf(error)
      setHistory((before) =>
        before.phase === 'ready' && code === 'OFFLINE'
          ? { ...before, isStale: true }
          : { ...nothing, phase: 'failed', code },
      )
    }
  }, [api, where])

  const readMore = useCallback(async () => {
    setReadingMore(true)
    try {
      const { items, total } = await api.changes.list({ where, limit: pageSize, skip: shown.current })
      setHistory((before) => ({ ...before, batches: merged(before.batches, items), total }))
    } catch {
      setHistory((before) => ({ ...before, isStale: true }))
    } finally {
      setReadingMore(false)
    }
  }, [api, where])

  useEffect(() => {
    shown.current = 0
    setHistory(nothing)
    void read()
    let later: ReturnType<typeof setTimeout> | undefined
    const stop = onLive(() => {
      clearTimeout(later)
      later = setTimeout(read, pause)
    })
    return () => {
      stop()
      clearTimeout(later)
      request.current?.abort()
    }
  }, [read, onLive])

  return { ...history, isReadingMore, refresh: () => void read(), readMore: () => void readMore() }
}

/** The first list, then those of the second that are not in it. */
const merged = (first: readonly ChangeBatch[], then: readonly ChangeBatch[]): ChangeBatch[] => {
  const known = new Set(first.map(({ id }) => id))
  return [...first, ...then.filter(({ id }) => !known.has(id))]
}

type HistoryFilter = {
  keyword: string
  resource: ResourceName | null
  action: ChangeAction | null
  /** Changes alone without one. */
  kind: LineKind | 'all' | null
  /** In the selected country's time zone, `2026-11-21`. */
  day: string | null
}

/** The filter is in the URL, so that it can be shared. */
export const useHistoryFilter = () => {
  const { country } = useWorkspace()
  const [params, edit] = useQueryParams()
  const filter = useMemo<HistoryFilter>(() => {
    const [resource, action, day] = [params.get('resource'), params.get('action'), params.get('day')]
    const kind = params.get('kind')
    return {
      keyword: params.get('q') ?? '',
      resource: resourceNames.find((name) => name === resource) ?? null,
      action: isChangeAction(action) ? action : null,
      kind: kind === 'all' ? 'all' : (lineKinds.find((one) => one === kind) ?? null),
      day: day !== null && isDate(day) && day.length === 10 ? day : null,
    }
  }, [params])
  const where = useMemo<Where>(() => {
    const { timeZone } = countries[country]
    const { keyword, resource, action, kind, day } = filter
    return {
      country,
      ...(keyword === '' ? {} : { keyword }),
      ...(resource === null ? {} : { resource }),
      ...(action === null ? {} : { verb: verbsOf(action).join(',') }),
      ...(kind === null ? {} : { kind: kind === 'all' ? lineKinds.join(',') : kind }),
      ...(day === null
        ? {}
        : {
            from: startOfDay(day, timeZone).toISOString(),
            to: startOfDay(shiftDay(day, 1), timeZone).toISOString(),
          }),
    }
  }, [country, filter])
  const set = useCallback(
    (name: 'q' | 'resource' | 'action' | 'kind' | 'day', value: string | null) =>
      edit((params) => {
        if (value) params.set(name, value)
        else params.delete(name)
      }),
    [edit],
  )
  const clear = useCallback(
    () =>
      edit((params) => {
        for (const name of [...params.keys()]) params.delete(name)
      }),
    [edit],
  )
  return { filter, where, set, clear, isNarrowed: params.size > 0 }
}
