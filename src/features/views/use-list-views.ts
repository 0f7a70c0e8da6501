import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { byAlphabet } from '../../../domain/lib/alphabetical.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { isSameViewName, mayShare, type View, type ViewInput } from '../../../domain/views/view.ts'
import type { Api } from '../../api/create-api.ts'
import type { ViewChoice, ViewPort } from '../../commands/command-ports.ts'
import {
  beginLayout,
  columnLayout,
  shownIds,
  useColumnLayout,
  withShownIds,
} from '../../table/column-layout.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

export type ViewUpdate = Partial<Omit<ViewInput, 'resource'>>

/** Cached saved views of a list, updated by writes here. */
export type SavedViews = ReadonlyAtom<readonly View[]> & {
  /** Whether they were loaded at least once. */
  isLoaded: () => boolean
  load: (signal?: AbortSignal) => Promise<readonly View[]>
  create: (input: Omit<ViewInput, 'resource'>) => Promise<View>
  update: (view: View, input: ViewUpdate) => Promise<View>
  remove: (view: View) => Promise<void>
}

export const createSavedViews = (api: Api, resource: ResourceName): SavedViews => {
  const store = createAtom<readonly View[]>([])
  let isLoaded = false
  const put = (view: View): View => {
    const others = store.get().filter(({ id }) => id !== view.id)
    store.set([...others, view].toSorted((a, b) => byAlphabet(a.name, b.name)))
    return view
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    isLoaded: () => isLoaded,
    load: async (signal) => {
      const { items } = await api.views.list(resource, { signal })
      isLoaded = true
      store.set(items)
      return items
    },
    create: async (input) => put(await api.views.create({ ...input, resource })),
    update: async (view, input) => put(await api.views.update(view.id, input, { version: view.version })),
    remove: async (view) => {
      await api.views.delete(view.id, { version: view.version })
      store.set(store.get().filter(({ id }) => id !== view.id))
    },
  }
}

/** Filter and sort of a view. */
export type ViewPlace = { query: string; sort: string | null }

/** Converts between a view's query string and the URL. */
export const writePlace = ({ query, sort }: ViewPlace): string => {
  const text = new URLSearchParams()
  if (query !== '') text.set('q', query)
  if (sort !== null) text.set('sort', sort)
  return text.toString()
}

export const readPlace = (text: string): ViewPlace => {
  const parameters = new URLSearchParams(text)
  return { query: parameters.get('q') ?? '', sort: parameters.get('sort') }
}

/** The view in the URL with its place; null for a deleted one. */
export type NamedView = { place: ViewPlace } & (
  | { id: string; saved: View; labelKey?: never }
  | { id: string; saved: null; labelKey: string }
)

export const findView = (
  resource: ResourceName,
  saved: readonly View[],
  id: string | null,
): NamedView | null => {
  if (id === null) return null
  const own = saved.find((view) => view.id === id)
  if (own) return { id, saved: own, place: readPlace(own.query) }
  const builtIn = resources[resource].views.find((view) => view.id === id)
  if (builtIn === undefined) return null
  const { query, sort = null } = builtIn
  return { id, saved: null, labelKey: builtInLabel(resource, id), place: { query, sort } }
}

export const builtInLabel = (resource: ResourceName, id: string): string => `views:builtIn.${resource}.${id}`

/** URL state and columns of the list's screen. */
type ViewedList = {
  resource: ResourceName
  columns: readonly ListColumn<never>[]
  url: ViewPlace & {
    viewId: string | null
    open: (place: ViewPlace & { viewId: string | null }) => void
  }
}

export type ViewDialogState = { act: 'save' | 'rename'; name: string } | null

export type ListViews = {
  active: NamedView | null
  /** The list differs from the view. */
  isModified: boolean
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

/** Choice of no view. */
const everything = 'all'

/** Views of a list: the current one, its unsaved changes, and actions. */
export const useListViews = ({ resource, columns, url }: ViewedList): ListViews => {
  const { api, user, ports } = useWorkspace()
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
      const view = id === everything ? null : findView(resource, now.current.views, id)
      now.current.url.open({ ...(view?.place ?? { query: '', sort: null }), viewId: view?.id ?? null })
      const ids = view?.saved?.columns?.split(',')
      if (view === null || ids === undefined) return
      const store = columnLayout(`${baseKey}.${view.id}`)
      store.set(withShownIds(columns, store.get(), ids))
    }
    const held = (): View | null => now.current.active?.saved ?? null
    const tell = (titleKey: string, view: View) =>
      ports.notify({ tone: 'success', titleKey, values: { name: view.name } })
    return {
      show,
      choices: (signal) => {
        const read = saved.load(signal).then((read) => choicesOf(resource, read))
        if (!saved.isLoaded()) return read
        // Choosing a view does not wait for views shared since.
        read.catch(() => undefined)
        return choicesOf(resource, saved.get())
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
        if (view === null) return
        await saved.update(view, { query: writePlace(now.current.url), columns: now.current.shown })
        tell('views:updated', view)
      },
      share: async () => {
        const view = held()
        if (view === null) return
        const changed = await saved.update(view, { isShared: !view.isShared })
        tell(changed.isShared ? 'views:shared' : 'views:unshared', changed)
      },
      remove: async () => {
        const view = held()
        if (view === null) return
        await saved.remove(view)
        show(everything)
        const { name, query, columns } = view
        const isShared = view.isShared && mayShare(user.role)
        const restore = () => saved.create({ name, query, columns, isShared }).then(({ id }) => show(id))
        ports.notify({
          titleKey: 'views:deleted',
          values: { name },
          action: {
            labelKey: 'changes:undo',
            run: () => void restore().catch(() => ports.notify({ tone: 'danger', titleKey: 'views:failed' })),
          },
        })
      },
    }
  }, [resource, saved, columns, baseKey, user.role, ports])

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
  return { active, isModified, storageKey, places, port, dialog, closeDialog, isNameTaken, submit }
}

const placesOf = (
  resource: ResourceName,
  views: readonly View[],
  t: (key: string) => string,
): { label: string; query: string }[] => [
  ...views.map(({ name, query }) => ({ label: name, query: readPlace(query).query })),
  ...resources[resource].views.map(({ id, query }) => ({ label: t(builtInLabel(resource, id)), query })),
]

const choicesOf = (resource: ResourceName, views: readonly View[]): ViewChoice[] => [
  { value: everything, labelKey: 'views:all' },
  ...resources[resource].views.map(({ id }) => ({ value: id, labelKey: builtInLabel(resource, id) })),
  ...views.map((view) => ({
    value: view.id,
    text: view.name,
    detail: view.isOwn ? undefined : view.ownerName,
  })),
]
