import {
  notifyManager,
  QueriesObserver,
  type QueryClient,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/react-query'
import { createAtom, type ReadonlyAtom } from '@xstate/store'

/**
 * Queries that are known only when the rows that show them are made: the first read of a key begins to observe it.
 * Nothing is fetched before `observe` is called; the function that it returns aborts what is under way.
 */
export const createQueryReader = <Data>(client: QueryClient) => {
  const observer = new QueriesObserver(client, [])
  const queries: QueryObserverOptions[] = []
  const indexes = new Map<string, number>()
  const answers = createAtom(0)
  const publish = () =>
    answers.set(
      observer
        .getCurrentResult()
        .reduce((sum, { dataUpdatedAt, errorUpdatedAt }) => sum + dataUpdatedAt + errorUpdatedAt, 0),
    )
  return {
    /** Grows when an answer or an error arrives, not when a query is added. */
    answers: answers as ReadonlyAtom<number>,
    observe: (): (() => void) => {
      // Batched, since a read notifies while React renders.
      const stop = observer.subscribe(notifyManager.batchCalls(publish))
      publish()
      return stop
    },
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
