import { useAtom } from '@xstate/store-react'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { ResourceName } from '../../../domain/resources.ts'
import type { Preferences } from '../../../domain/users/preferences.ts'
import type { View } from '../../../domain/views/view.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { findView, type SavedViews, type ViewPlace } from './saved-views.ts'

type Opening = {
  resource: ResourceName
  saved: SavedViews
  url: ViewPlace & {
    viewId: string | null
    open: (place: ViewPlace & { viewId: string | null }, options: { replace: boolean }) => void
  }
  /** The list has no default view. */
  isOff: boolean
}

/**
 * Opens the person's default view of a list where its address names neither filter, sort nor view. Decided on arrival: a view
 * that becomes the default later moves nothing. Returns whether it is about to open.
 */
export const useDefaultView = ({ resource, saved, url, isOff }: Opening): boolean => {
  const { preferences } = useWorkspace()
  const { key } = useLocation()
  const id = useAtom(preferences, ({ defaultViews }) => defaultViews[resource] ?? null)
  const [arrival, setArrival] = useState({ key, resource, id })
  const isSame = arrival.key === key && arrival.resource === resource
  if (!isSame) setArrival({ key, resource, id })
  const isBare = url.query === '' && url.sort === null && url.viewId === null
  const wanted = isOff || !isBare ? null : isSame ? arrival.id : id

  const open = useEffectEvent((views: readonly View[]) => {
    const view = findView(resource, views, wanted)
    if (view === null) setArrival({ key, resource, id: null })
    else url.open({ ...view.place, viewId: view.id }, { replace: true })
  })
  useLayoutEffect(() => {
    if (wanted === null) return
    const isKnown = saved.isLoaded() || findView(resource, [], wanted) !== null
    if (isKnown) return open(saved.get())
    const request = new AbortController()
    saved.load(request.signal).then(
      (views) => {
        if (!request.signal.aborted) open(views)
      },
      // Without an answer the whole list opens.
      () => {
        if (!request.signal.aborted) open([])
      },
    )
    return () => request.abort()
  }, [wanted, resource, saved])
  return wanted !== null
}

export const withDefaultView = (
  now: Preferences,
  resource: ResourceName,
  id: string | undefined,
): Preferences => {
  const { [resource]: _, ...others } = now.defaultViews
  return { ...now, defaultViews: id === undefined ? others : { ...others, [resource]: id } }
}
