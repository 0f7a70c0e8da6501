import { useCallback, useMemo } from 'react'
import { countries } from '../../../domain/countries.ts'
import { isDate } from '../../../domain/lib/field.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { shiftDay, startOfDay } from '../../../domain/lib/zone-clock.ts'
import { type ResourceName, resourceNames } from '../../../domain/resources.ts'
import { type ChangeAction, isChangeAction, verbsOf } from '../../resources/change-actions.ts'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

export type JournalFilter = {
  keyword: string
  resource: ResourceName | null
  action: ChangeAction | null
  /** By the clocks of the selected country, `2026-11-21`. */
  day: string | null
}

/** The journal's filter lives in the address, so that what is seen can be sent to somebody. */
export const useJournalFilter = () => {
  const { country } = useWorkspace()
  const [params, edit] = useQueryParams()
  const filter = useMemo<JournalFilter>(() => {
    const [resource, action, day] = [params.get('resource'), params.get('action'), params.get('day')]
    return {
      keyword: params.get('q') ?? '',
      resource: resourceNames.find((name) => name === resource) ?? null,
      action: isChangeAction(action) ? action : null,
      day: day !== null && isDate(day) && day.length === 10 ? day : null,
    }
  }, [params])
  const where = useMemo<Where>(() => {
    const { timeZone } = countries[country]
    const { keyword, resource, action, day } = filter
    return {
      country,
      ...(keyword === '' ? {} : { keyword }),
      ...(resource === null ? {} : { resource }),
      ...(action === null ? {} : { verb: verbsOf(action).join(',') }),
      ...(day === null
        ? {}
        : {
            from: startOfDay(day, timeZone).toISOString(),
            to: startOfDay(shiftDay(day, 1), timeZone).toISOString(),
          }),
    }
  }, [country, filter])
  const set = useCallback(
    (name: 'q' | 'resource' | 'action' | 'day', value: string | null) =>
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
