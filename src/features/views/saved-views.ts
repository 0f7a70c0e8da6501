import { createAtom, type ReadonlyAtom } from '@xstate/store'
import type { ResourceName } from '../../../domain/resources.ts'
import type { View, ViewInput } from '../../../domain/views/view.ts'
import type { Api } from '../../api/create-api.ts'

export type ViewUpdate = Partial<Omit<ViewInput, 'resource'>>

/** A list's saved views as far as they have been read, kept in step with what is written here. */
export type SavedViews = ReadonlyAtom<readonly View[]> & {
  /** Whether they have been read at least once. */
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
    store.set([...others, view].toSorted((a, b) => a.name.localeCompare(b.name)))
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
