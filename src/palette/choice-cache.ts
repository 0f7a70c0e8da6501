import type { ArgumentChoice, ArgumentDefinition } from '../commands/argument.ts'
import type { Command } from '../commands/command.ts'
import type { CommandContext } from '../commands/command-context.ts'

type State = { choices: readonly ArgumentChoice[]; phase: 'loading' | 'ready' | 'failed' }

const loading: State = { choices: [], phase: 'loading' }

/** The choices of arguments, asked for once while the palette is open; those that are fetched arrive later. */
export function createChoiceCache(context: CommandContext) {
  const states = new Map<string, State>()
  const controller = new AbortController()
  const listeners = new Set<() => void>()
  let version = 0

  const put = (key: string, state: State) => {
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
    read: (command: Command, argument: ArgumentDefinition): State => {
      if (argument.kind !== 'choice') return { choices: [], phase: 'ready' }
      const key = `${command.id} ${argument.name}`
      const known = states.get(key)
      if (known) return known
      const choices = argument.choices(context, controller.signal)
      if (!(choices instanceof Promise)) {
        states.set(key, { choices, phase: 'ready' })
        return { choices, phase: 'ready' }
      }
      states.set(key, loading)
      choices.then(
        (arrived) => put(key, { choices: arrived, phase: 'ready' }),
        () => controller.signal.aborted || put(key, { choices: [], phase: 'failed' }),
      )
      return loading
    },
    stop: () => controller.abort(),
  }
}

export type ChoiceCache = ReturnType<typeof createChoiceCache>
