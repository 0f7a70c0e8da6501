import { useAtom } from '@xstate/store-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceName } from '../../../domain/resources.ts'
import { builtInViews } from '../../../domain/views/built-in-views.ts'
import { isSameViewName, mayShare, type View } from '../../../domain/views/view.ts'
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
import { createSavedViews } from './saved-views.ts'
import {
  builtInLabel,
  findView,
  type NamedView,
  readPlace,
  type ViewPlace,
  writePlace,
} from './view-place.ts'

/** What a list's screen lends: its address and its columns. */
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
  /** The list shows something else than the view says. */
  isModified: boolean
  /** Under which the columns of what is shown are kept: a view with columns of its own has its own. */
  storageKey: string
  /** Its views with what they ask for, to be completed in the filter box. */
  places: readonly { label: string; query: string }[]
  port: ViewPort
  dialog: ViewDialogState
  closeDialog: () => void
  /** Whether another view of the list has that name. */
  isNameTaken: (name: string) => boolean
  submit: (input: { name: string; isShared: boolean }) => Promise<void>
}

/** The choice that leaves every view. */
const everything = 'all'

/** The views of a list: which one stands in the link, what of it was changed, and what commands do with it. */
export const useListViews = ({ resource, columns, url }: ViewedList): ListViews => {
  const { api, user, ports } = useWorkspace()
  const { t } = useTranslation('views')
  const saved = useMemo(() => createSavedViews(api, resource), [api, resource])
  const views = useAtom(saved)
  const [dialog, setDialog] = useState<ViewDialogState>(null)
  useEffect(() => {
    const request = new AbortController()
    // Without them the list stands all the same; the palette asks again and says what failed.
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
        // Whoever types a view's name and Enter does not wait for what others may have shared since.
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
  ...builtInViews[resource].map(({ id, query }) => ({ label: t(builtInLabel(resource, id)), query })),
]

const choicesOf = (resource: ResourceName, views: readonly View[]): ViewChoice[] => [
  { value: everything, labelKey: 'views:all' },
  ...builtInViews[resource].map(({ id }) => ({ value: id, labelKey: builtInLabel(resource, id) })),
  ...views.map((view) => ({
    value: view.id,
    text: view.name,
    detail: view.isOwn ? undefined : view.ownerName,
  })),
]
