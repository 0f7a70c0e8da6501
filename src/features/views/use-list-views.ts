import { useAtom } from '@xstate/store-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { isSameViewName, type View, wholeList } from '../../../domain/views/view.ts'
import type { ViewChoice, ViewPort } from '../../commands/command-ports.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import {
  beginLayout,
  columnLayout,
  shownIds,
  useColumnLayout,
  withShownIds,
} from '../../table/column-layout.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import {
  builtInLabel,
  createSavedViews,
  findView,
  type NamedView,
  readPlace,
  type ViewPlace,
  writePlace,
} from './saved-views.ts'
import { useDefaultView } from './use-default-view.ts'

/** URL state and columns of the list's screen. */
type ViewedList = {
  resource: ResourceName
  columns: readonly ListColumn<never>[]
  url: ViewPlace & {
    viewId: string | null
    open: (place: ViewPlace & { viewId: string | null }, options?: { replace?: boolean }) => void
  }
  /** Whether a view may open by itself. */
  hasDefault: boolean
}

export type ViewDialogState = { act: 'save' | 'rename'; name: string } | null

export type ListViews = {
  active: NamedView | null
  /** The list differs from the view. */
  isModified: boolean
  /** The default view is about to open: ask for no rows yet. */
  isOpening: boolean
  /** Storage key of the columns: views with columns have their own. */
  storageKey: string
  /** Views with their queries, for completion in the filter box. */
  places: readonly { label: string; query: string }[]
  port: ViewPort
  dialog: ViewDialogState
  closeDialog: () => void
  /** Whether another view of the list has that name. */
  isNameTaken: (name: string) => boolean
  submit: (input: { name: string; isShared: boolean }) => Promise<void>
}

/** Views of a list: the current one, its unsaved changes, and actions. */
export const useListViews = ({ resource, columns, url, hasDefault }: ViewedList): ListViews => {
  const { api, user, ports, preferences } = useWorkspace()
  const { t } = useTranslation('views')
  const saved = useMemo(() => createSavedViews(api, resource), [api, resource])
  const views = useAtom(saved)
  const [dialog, setDialog] = useState<ViewDialogState>(null)
  useEffect(() => {
    const request = new AbortController()
    // The list works without views; the palette retries and shows the error.
    saved.load(request.signal).catch(() => undefined)
    return () => request.abort()
  }, [saved])

  const isOpening = useDefaultView({ resource, saved, url, isOff: !hasDefault })
  const active = findView(resource, views, url.viewId)
  const ownColumns = active?.saved?.columns?.split(',') ?? null
  const baseKey = `list.${resource}`
  const storageKey = ownColumns === null ? baseKey : `${baseKey}.${active?.id}`
  if (ownColumns !== null) {
    beginLayout(storageKey, () => withShownIds(columns, columnLayout(baseKey).get(), ownColumns))
  }
  const [layout] = useColumnLayout(storageKey)
  const shown = shownIds(columns, layout).join()
  const isModified =
    active !== null &&
    (url.query.trim() !== active.place.query ||
      url.sort !== active.place.sort ||
      (ownColumns !== null && shown !== ownColumns.join()))

  const present = { active, isModified, shown, views, url }
  const now = useRef(present)
  useEffect(() => {
    now.current = present
  })

  const port = useMemo((): ViewPort => {
    const show = (id: string) => {
      const view = id === wholeList ? null : findView(resource, now.current.views, id)
      now.current.url.open({ ...(view?.place ?? { query: '', sort: null }), viewId: view?.id ?? null })
      const ids = view?.saved?.columns?.split(',')
      if (view === null || ids === undefined) return
      const store = columnLayout(`${baseKey}.${view.id}`)
      store.set(withShownIds(columns, store.get(), ids))
    }
    const held = (): View | null => now.current.active?.saved ?? null
    const standard = () => preferences.get().defaultViews[resource]
    const acts = { resource, saved, preferences, ports, user, show }
    const load = () => importWithRetry(() => import('./view-acts.ts'))
    const listed = (views: readonly View[]) =>
      choicesOf(resource, views, { id: standard(), word: ports.say('views:default') })
    return {
      show,
      choices: (signal) => {
        const read = saved.load(signal).then(listed)
        if (!saved.isLoaded()) return read
        // Choosing a view does not wait for views shared since.
        read.catch(() => undefined)
        return listed(saved.get())
      },
      current: () => {
        const view = held()
        if (view === null) return null
        const mayChange = view.isOwn || user.role === 'admin'
        return { mayChange, isModified: now.current.isModified, isShared: view.isShared }
      },
      save: () => setDialog({ act: 'save', name: '' }),
      rename: () => setDialog({ act: 'rename', name: held()?.name ?? '' }),
      update: async () => {
        const view = held()
        const changes = { query: writePlace(now.current.url), columns: now.current.shown }
        if (view !== null) await (await load()).updateView(acts, view, changes)
      },
      share: async () => {
        const view = held()
        if (view !== null) await (await load()).shareView(acts, view)
      },
      remove: async () => {
        const view = held()
        if (view !== null) await (await load()).removeView(acts, view)
      },
      whyNotDefault: () => {
        const view = now.current.active
        if (view === null) return 'NOT_FOUND'
        return view.id === standard() ? 'ALREADY_THERE' : null
      },
      hasDefault: () => standard() !== undefined,
      setDefault: async (isDefault) => {
        const view = isDefault ? now.current.active : null
        ;(await load()).setDefaultView(acts, view)
      },
    }
  }, [resource, saved, columns, baseKey, user, ports, preferences])

  const isNameTaken = (name: string) =>
    views.some((view) => {
      const isItself = dialog?.act === 'rename' && view.id === active?.id
      return !isItself && isSameViewName(view.name, name)
    })
  const submit: ListViews['submit'] = async ({ name, isShared }) => {
    const view = active?.saved
    if (dialog?.act === 'rename' && view) {
      await saved.update(view, { name })
      return
    }
    const made = await saved.create({ name, isShared, query: writePlace(url), columns: shown })
    url.open({ query: url.query, sort: url.sort, viewId: made.id })
  }
  const places = placesOf(resource, views, t)
  const closeDialog = () => setDialog(null)
  return { active, isModified, isOpening, storageKey, places, port, dialog, closeDialog, isNameTaken, submit }
}

const placesOf = (
  resource: ResourceName,
  views: readonly View[],
  t: (key: string) => string,
): { label: string; query: string }[] => [
  ...views.map(({ name, query }) => ({ label: name, query: readPlace(query).query })),
  ...resources[resource].views.map(({ id, query }) => ({ label: t(builtInLabel(resource, id)), query })),
]

/** Own views first, as their digits are; those that others share last. */
const choicesOf = (
  resource: ResourceName,
  views: readonly View[],
  standard: { id: string | undefined; word: string },
): ViewChoice[] => {
  const choiceOf = ({ id, name, isOwn, ownerName }: View): ViewChoice => ({
    value: id,
    text: name,
    detail: detailOf(id, isOwn ? [] : [ownerName]),
  })
  const detailOf = (id: string, others: readonly string[] = []): string | undefined =>
    [...(id === standard.id ? [standard.word] : []), ...others].join(' · ') || undefined
  return [
    ...views.filter(({ isOwn }) => isOwn).map(choiceOf),
    { value: wholeList, labelKey: 'views:all' },
    ...resources[resource].views.map(({ id }) => ({
      value: id,
      labelKey: builtInLabel(resource, id),
      detail: detailOf(id),
    })),
    ...views.filter(({ isOwn }) => !isOwn).map(choiceOf),
  ]
}
