import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { byAlphabet } from '../../../domain/lib/alphabetical.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import type { View, ViewInput } from '../../../domain/views/view.ts'
import type { Api } from '../../api/create-api.ts'

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
