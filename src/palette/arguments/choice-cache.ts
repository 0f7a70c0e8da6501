import type { ArgumentChoice, ArgumentDefinition } from '../../commands/argument.ts'
import { isEverAllowed } from '../../commands/availability.ts'
import type { Command } from '../../commands/command.ts'
import type { CommandContext } from '../../commands/command-context.ts'

export type ChoiceState = { choices: readonly ArgumentChoice[]; phase: 'loading' | 'ready' | 'failed' }

const loading: ChoiceState = { choices: [], phase: 'loading' }

/** The choices of arguments, asked for once while the palette is open; those that are fetched arrive later. */
export function createChoiceCache(context: CommandContext) {
  const states = new Map<string, ChoiceState>()
  let controller = new AbortController()
  const listeners = new Set<() => void>()
  let version = 0

  const put = (key: string, state: ChoiceState) => {
    states.set(key, state)
    version += 1
    for (const listener of listeners) listener()
  }

  return {
    /** Grows when choices arrive; for `useSyncExternalStore`. */
    getSnapshot: () => version,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    read: (command: Command, argument: ArgumentDefinition): ChoiceState => {
      // Who may never run it may not ask for its choices either.
      if (argument.kind !== 'choice' || !isEverAllowed(command, context)) {
        return { choices: [], phase: 'ready' }
      }
      const key = `${command.id} ${argument.name}`
      const known = states.get(key)
      if (known) return known
      const { signal } = controller
      const choices = argument.choices(context, signal)
      if (!(choices instanceof Promise)) {
        states.set(key, { choices, phase: 'ready' })
        return { choices, phase: 'ready' }
      }
      states.set(key, loading)
      choices.then(
        (arrived) => put(key, { choices: arrived, phase: 'ready' }),
        () => signal.aborted || put(key, { choices: [], phase: 'failed' }),
      )
      return loading
    },
    /** What is on its way is given up; who reads on asks anew. */
    stop: () => {
      controller.abort()
      controller = new AbortController()
      for (const [key, state] of states) if (state === loading) states.delete(key)
      version += 1
    },
  }
}

export type ChoiceCache = ReturnType<typeof createChoiceCache>
