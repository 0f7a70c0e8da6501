import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-client.ts'
import type { ArgumentChoice, ArgumentDefinition } from '../../commands/argument.ts'
import { isEverAllowed } from '../../commands/availability.ts'
import type { Command } from '../../commands/command.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import { createQueryReader } from '../query-reader.ts'

export type ChoiceState = { choices: readonly ArgumentChoice[]; phase: 'loading' | 'ready' | 'failed' }

const none: readonly ArgumentChoice[] = []

/** The choices of arguments, made or fetched once for each opening of the palette. */
export function createChoiceCache(client: QueryClient, context: CommandContext) {
  const reader = createQueryReader<readonly ArgumentChoice[]>(client)
  const made = new Map<string, readonly ArgumentChoice[] | Promise<readonly ArgumentChoice[]>>()
  const opening = new AbortController()

  return {
    answers: reader.answers,
    observe: reader.observe,
    read: (command: Command, argument: ArgumentDefinition): ChoiceState => {
      // Who may never run it may not ask for its choices either.
      if (argument.kind !== 'choice' || !isEverAllowed(command, context)) {
        return { choices: none, phase: 'ready' }
      }
      const key = `${command.id} ${argument.name}`
      const choices = made.get(key) ?? argument.choices(context, opening.signal)
      made.set(key, choices)
      if (!(choices instanceof Promise)) return { choices, phase: 'ready' }
      // Its query reports the failure, if it is still observed by then.
      choices.catch(() => undefined)
      const { data = none, status } = reader.read(key, () => ({
        queryKey: queryKeys.choices(command.id, argument.name),
        queryFn: () => choices,
        gcTime: 0,
      }))
      return {
        choices: data,
        phase: status === 'pending' ? 'loading' : status === 'error' ? 'failed' : 'ready',
      }
    },
    /** Aborts what is under way. */
    stop: () => opening.abort(),
  }
}

export type ChoiceCache = ReturnType<typeof createChoiceCache>
