/** A value that React can subscribe to with `useSyncExternalStore`. */
export type ReadableStore<V> = {
  get(): V
  subscribe(listener: () => void): () => void
}

export type Store<V> = ReadableStore<V> & { set(value: V): void }

export function createStore<V>(initial: V): Store<V> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
