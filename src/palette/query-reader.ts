import {
  notifyManager,
  QueriesObserver,
  type QueryClient,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/react-query'

/**
 * Queries that are known only when the rows that show them are made: the first read of a key begins to observe it. For
 * `useSyncExternalStore`; while nobody is subscribed nothing is fetched, and unsubscribing aborts what is under way.
 */
export const createQueryReader = <Data>(client: QueryClient) => {
  const observer = new QueriesObserver(client, [])
  const queries: QueryObserverOptions[] = []
  const indexes = new Map<string, number>()
  return {
    /** Grows when an answer or an error arrives, not when a query is added. */
    getSnapshot: () =>
      observer
        .getCurrentResult()
        .reduce((sum, { dataUpdatedAt, errorUpdatedAt }) => sum + dataUpdatedAt + errorUpdatedAt, 0),
    // Batched, since a read notifies while React renders.
    subscribe: (listener: () => void) => observer.subscribe(notifyManager.batchCalls(listener)),
    /** `optionsOf` is called for the first read of a key. */
    read: (key: string, optionsOf: () => QueryObserverOptions<Data>): QueryObserverResult<Data> => {
      const index = indexes.get(key) ?? queries.length
      if (index === queries.length) {
        indexes.set(key, index)
        queries.push(optionsOf() as QueryObserverOptions)
        observer.setQueries([...queries])
      }
      return observer.getCurrentResult()[index] as QueryObserverResult<Data>
    },
  }
}
