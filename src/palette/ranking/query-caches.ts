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
import { queryKeys } from '../../api/query-client.ts'
import {
  type ArgumentChoice,
  type ArgumentDefinition,
  type Command,
  type CommandContext,
  isEverAllowed,
} from '../../commands/command.ts'
import type { RecordSearch } from './record-search.ts'

export type ChoiceState = { choices: readonly ArgumentChoice[]; phase: 'loading' | 'ready' | 'failed' }

const noChoices: readonly ArgumentChoice[] = []

/** Choices of arguments, fetched once while the palette is open. */
export function createChoiceCache(client: QueryClient, context: CommandContext) {
  const reader = createQueryReader<readonly ArgumentChoice[]>(client)
  const choicesByKey = new Map<string, readonly ArgumentChoice[] | Promise<readonly ArgumentChoice[]>>()
  const opening = new AbortController()

  return {
    answers: reader.answers,
    observe: reader.observe,
    read: (command: Command, argument: ArgumentDefinition): ChoiceState => {
      // Forbidden commands fetch no choices.
      if (argument.kind !== 'choice' || !isEverAllowed(command, context)) {
        return { choices: noChoices, phase: 'ready' }
      }
      const key = `${command.id} ${argument.name}`
      const choices = choicesByKey.get(key) ?? argument.choices(context, opening.signal)
      choicesByKey.set(key, choices)
      if (!(choices instanceof Promise)) return { choices, phase: 'ready' }
      // The query reports the error, if still observed.
      choices.catch(() => undefined)
      const { data = noChoices, status } = reader.read(key, () => {
        let first: typeof choices | null = choices
        return {
          queryKey: queryKeys.choices(command.id, argument.name),
          queryFn: async () => {
            // Asked again once the network is back.
            const asked = first ?? argument.choices(context, opening.signal)
            first = null
            return asked
          },
          gcTime: 0,
        }
      })
      return {
        choices: data,
        phase: status === 'pending' ? 'loading' : status === 'error' ? 'failed' : 'ready',
      }
    },
    /** Aborts pending requests. */
    stop: () => opening.abort(),
  }
}

export type ChoiceCache = ReturnType<typeof createChoiceCache>

/** `unknown`: no customer visible to the user has this phone. */
export type CustomerState =
  | { phase: 'loading' | 'unknown' | 'failed'; customer: null }
  | { phase: 'ready'; customer: Customer }

/** Customers by phone, fetched once while the palette is open. */
export function createCustomerCache(
  client: QueryClient,
  { actor, country, ports }: Pick<CommandContext, 'actor' | 'country' | 'ports'>,
) {
  const reader = createQueryReader<Customer | null>(client)
  return {
    answers: reader.answers,
    observe: reader.observe,
    isAllowed: actor !== null && whyNot(actor, 'customer.view') === null,
    read: (phone: string): CustomerState => {
      const { data, isError } = reader.read(phone, () => ({
        queryKey: queryKeys.customer(country, phone),
        queryFn: ({ signal }) => ports.api.customers.one(phone, { signal, country }).catch(nullIfUnknown),
      }))
      if (data) return { phase: 'ready', customer: data }
      return { phase: data === null ? 'unknown' : isError ? 'failed' : 'loading', customer: null }
    },
  }
}

/** A number of invalid length is no customer's either. */
const nullIfUnknown = (error: unknown): null => {
  if (['NOT_FOUND', 'VALIDATION_FAILED'].includes(codeOf(error))) return null
  throw error
}

export type CustomerCache = ReturnType<typeof createCustomerCache>

const noHits: readonly SearchHit[] = []

/** Records by number, fetched once while the palette is open. */
export function createNumberCache(client: QueryClient, country: CountryCode, search: RecordSearch) {
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
 * Queries discovered while rows are built: the first read of a key observes it. Nothing is fetched before `observe`, whose
 * returned function aborts.
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
    /** Increases when an answer or error arrives, not when a query is added. */
    answers: answers as ReadonlyAtom<number>,
    observe: (): (() => void) => {
      // Batched, because reads happen while React renders.
      const stop = observer.subscribe(notifyManager.batchCalls(publish))
      publish()
      return stop
    },
    /** `optionsOf`: called on the first read of a key. */
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
