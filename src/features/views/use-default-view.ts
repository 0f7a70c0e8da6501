import { useAtom } from '@xstate/store-react'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { ResourceName } from '../../../domain/resources.ts'
import type { Preferences } from '../../../domain/users/preferences.ts'
import type { View } from '../../../domain/views/view.ts'
import type { CommandPorts, ViewPort } from '../../commands/command-ports.ts'
import { useWorkspace, type Workspace } from '../../workspace/workspace.ts'
import { findView, type NamedView, type SavedViews, type ViewPlace } from './saved-views.ts'

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

type Choosing = {
  resource: ResourceName
  preferences: Workspace['preferences']
  ports: Pick<CommandPorts, 'notify' | 'say'>
  active: () => NamedView | null
}

/** The default view as commands set it. */
export const createDefaultView = ({ resource, preferences, ports, active }: Choosing) => {
  const present = (): string | undefined => preferences.get().defaultViews[resource]
  const keep = (id: string | undefined) => preferences.update((now) => withDefaultView(now, resource, id))
  const set = (id: string | undefined, titleKey: string, name = '') => {
    const former = present()
    keep(id)
    ports.notify({
      tone: 'success',
      titleKey,
      values: { name },
      action: { labelKey: 'changes:undo', run: () => keep(former) },
    })
  }
  return {
    present,
    /** A deleted view opens no more. */
    forget: (id: string) => {
      if (present() === id) keep(undefined)
    },
    whyNotDefault: () => {
      const view = active()
      if (view === null) return 'NOT_FOUND'
      return view.id === present() ? 'ALREADY_THERE' : null
    },
    makeDefault: () => {
      const view = active()
      if (view !== null) set(view.id, 'views:madeDefault', view.saved?.name ?? ports.say(view.labelKey ?? ''))
    },
    hasDefault: () => present() !== undefined,
    clearDefault: () => set(undefined, 'views:noDefault'),
  } satisfies Pick<ViewPort, 'whyNotDefault' | 'makeDefault' | 'hasDefault' | 'clearDefault'> &
    Record<string, unknown>
}

const withDefaultView = (now: Preferences, resource: ResourceName, id: string | undefined): Preferences => {
  const { [resource]: _, ...others } = now.defaultViews
  return { ...now, defaultViews: id === undefined ? others : { ...others, [resource]: id } }
}
