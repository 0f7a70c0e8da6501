import {
  notifyManager,
  QueriesObserver,
  type QueryClient,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/react-query'
import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { SearchHit } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { Customer } from '../../../domain/customers/customer.ts'
import { codeOf } from '../../../machines/failure.ts'
import { markPreviewsOutdated, queryKeys } from '../../api/query-client.ts'
import {
  type ArgumentChoice,
  type ArgumentDefinition,
  type Command,
  type CommandContext,
  isEverAllowed,
} from '../../commands/command.ts'
import type { Search } from './record-search.ts'

export type ChoiceState = { choices: readonly ArgumentChoice[]; phase: 'loading' | 'ready' | 'failed' }

const noChoices: readonly ArgumentChoice[] = []

/** The choices of arguments, computed or fetched once while the palette is open. */
export function createChoiceCache(client: QueryClient, context: CommandContext) {
  const reader = createQueryReader<readonly ArgumentChoice[]>(client)
  const choicesByKey = new Map<string, readonly ArgumentChoice[] | Promise<readonly ArgumentChoice[]>>()
  const opening = new AbortController()

  return {
    answers: reader.answers,
    observe: reader.observe,
    read: (command: Command, argument: ArgumentDefinition): ChoiceState => {
      // The choices of a command that the user may never run are not fetched either.
      if (argument.kind !== 'choice' || !isEverAllowed(command, context)) {
        return { choices: noChoices, phase: 'ready' }
      }
      const key = `${command.id} ${argument.name}`
      const choices = choicesByKey.get(key) ?? argument.choices(context, opening.signal)
      choicesByKey.set(key, choices)
      if (!(choices instanceof Promise)) return { choices, phase: 'ready' }
      // Its query reports the failure, if it is still observed by then.
      choices.catch(() => undefined)
      const { data = noChoices, status } = reader.read(key, () => ({
        queryKey: queryKeys.choices(command.id, argument.name),
        queryFn: () => choices,
        gcTime: 0,
      }))
      return {
        choices: data,
        phase: status === 'pending' ? 'loading' : status === 'error' ? 'failed' : 'ready',
      }
    },
    /** Aborts the requests in progress. */
    stop: () => opening.abort(),
  }
}

export type ChoiceCache = ReturnType<typeof createChoiceCache>

/** `unknown`: no customer that the user may see has ordered with that number. */
export type CustomerState =
  | { phase: 'loading' | 'unknown' | 'failed'; customer: null }
  | { phase: 'ready'; customer: Customer }

/** Customers by their phone, each fetched once while the palette is open. */
export function createCustomerCache(
  client: QueryClient,
  { actor, country, ports }: Pick<CommandContext, 'actor' | 'country' | 'ports'>,
) {
  const reader = createQueryReader<Customer | null>(client)
  return {
    answers: reader.answers,
    observe: reader.observe,
    /** Whether the actor may see customers at all. */
    isAllowed: actor !== null && whyNot(actor, 'customer.view') === null,
    read: (phone: string): CustomerState => {
      const { data, isError } = reader.read(phone, () => ({
        queryKey: queryKeys.customer(country, phone),
        queryFn: ({ signal }) => ports.api.customers.one(phone, { signal, country }).catch(nullIfUnknown),
      }))
      if (data) return { phase: 'ready', customer: data }
      return { phase: data === null ? 'unknown' : isError ? 'failed' : 'loading', customer: null }
    },
    stop: () => markPreviewsOutdated(client),
  }
}

/** A number that is too short or too long for a phone is not a customer's either. */
const nullIfUnknown = (error: unknown): null => {
  if (['NOT_FOUND', 'VALIDATION_FAILED'].includes(codeOf(error))) return null
  throw error
}

export type CustomerCache = ReturnType<typeof createCustomerCache>

const noHits: readonly SearchHit[] = []

/** Records by their number, each number looked up once while the palette is open. */
export function createNumberCache(client: QueryClient, country: CountryCode, search: Search) {
  const reader = createQueryReader<readonly SearchHit[]>(client)
  return {
    answers: reader.answers,
    observe: reader.observe,
    read: (number: number): { hits: readonly SearchHit[] } => {
      const { data = noHits } = reader.read(String(number), () => ({
        queryKey: queryKeys.numbered(country, number),
        queryFn: async ({ signal }) => (await search(`#${number}`, { signal })).items,
        gcTime: 0,
      }))
      return { hits: data }
    },
  }
}

export type NumberCache = ReturnType<typeof createNumberCache>

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
