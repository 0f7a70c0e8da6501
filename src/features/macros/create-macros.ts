import { createAtom } from '@xstate/store'
import { deskLimits, type Macro, macroCommand } from '../../../domain/users/desk.ts'
import { newIntent } from '../../api/intent.ts'
import type { Command } from '../../commands/command.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import { createKeep } from '../../commands/keep.ts'
import type { Translate } from '../../palette/results/command-item.ts'
import type { MacroPort } from './macro-commands.ts'
import { macroAsCommand, repeatCommand } from './macro-commands.ts'
import type { MacroRun, MacroServices } from './play-macro.ts'
import { playMacro } from './play-macro.ts'
import { groupSteps, type Step, type StepReader, stepWords } from './step-words.ts'

/** What is to be kept: the steps that can be chosen from, and whether they were recorded as they are. */
export type Keeping = { steps: readonly Step[]; isRecorded: boolean }

/** Repeat and macros of one person: their commands, and what is done with them. */
export const createMacros = (services: MacroServices) => {
  const { desk, log, toasts, t, registry, context } = services
  const keeping = createAtom<Keeping | null>(null)
  const words: Translate = (key, values) => t(key, values ?? {})
  const reader: StepReader = { get: (id) => registry().get(id), context, t: words }
  const macros = () => desk.get().macros
  /** One after the other: pressed three times, it runs three times. */
  let queue: Promise<void> = Promise.resolve()

  let waiting = 0

  const play = (macro: Macro, start: CommandContext): Promise<void> => {
    // Whoever presses the key again means the row on which the one before will end.
    const isOnView = start.previewed === null && start.active?.id === context().active?.id
    const hasToWait = waiting > 0
    waiting += 1
    queue = queue
      .then(async () => playNow(macro, hasToWait && isOnView ? await services.whole() : start))
      .finally(() => {
        waiting -= 1
      })
    return queue
  }
  const playNow = async (macro: Macro, start: CommandContext): Promise<void> => {
    const run: MacroRun = { isStopped: false, isTakenBack: false, batches: null }
    services.changes.remember(() => {
      if (run.isTakenBack || run.batches?.length === 0) return false
      run.isStopped = true
      run.isTakenBack = true
      if (run.batches !== null) services.takeBack(run.batches)
      return true
    })
    await playMacro(services, { macro, start, run, reader })
  }

  const keep = (next: readonly Macro[]) => desk.update((now) => ({ ...now, macros: [...next] }))
  const putBack = (before: readonly Macro[], keys: readonly string[] | undefined, id: string) =>
    desk.update((now) => ({
      ...now,
      macros: [...before],
      overrides: keys ? { ...now.overrides, [macroCommand(id)]: [...keys] } : now.overrides,
    }))

  const port: MacroPort = {
    record: () => {
      if (log.recorded() === null) {
        log.record()
        return
      }
      const steps = log.stop()
      if (steps.length === 0) toasts.notify({ title: t('macros:nothingRecorded') })
      else keeping.set({ steps: steps.slice(-deskLimits.steps), isRecorded: true })
    },
    keep: () => keeping.set({ steps: log.steps().slice(-deskLimits.steps), isRecorded: false }),
    hasSteps: () => log.steps().length > 0,
    macros,
    describe: (macro) =>
      groupSteps(macro.steps)
        .map(({ step }) => stepWords(step, reader))
        .join(' → '),
    rename: (id, name) => keep(macros().map((macro) => (macro.id === id ? { ...macro, name } : macro))),
    remove: (id) => {
      const before = macros()
      const macro = before.find((one) => one.id === id)
      if (macro === undefined) return
      const { [macroCommand(id)]: keys, ...overrides } = desk.get().overrides
      desk.update((now) => ({ ...now, macros: before.filter((one) => one !== macro), overrides }))
      toasts.notify({
        title: t('macros:deleted', { name: macro.name }),
        action: { label: t('changes:undo'), run: () => putBack(before, keys, id) },
      })
    },
  }

  const keepRepeat = createKeep<Command>()
  const kept = new WeakMap<Macro, ReturnType<typeof createKeep<Command>>>()
  const macroCommandOf = (macro: Macro): Command => {
    const { get } = registry()
    const keep = kept.get(macro) ?? createKeep<Command>()
    kept.set(macro, keep)
    const steps = macro.steps.map(({ command }) => get(command))
    return keep(steps, () => macroAsCommand(macro, get, play))
  }

  return {
    port,
    keeping,
    reader,
    /** Keeps steps under a name, with a key of its own where one was chosen. */
    add: ({ name, steps, keys }: { name: string; steps: readonly Step[]; keys: string | null }): void => {
      const macro = { id: newIntent(), name, steps: steps.map(({ command, args }) => ({ command, args })) }
      desk.update((now) => ({
        ...now,
        macros: [...now.macros, macro],
        overrides: keys === null ? now.overrides : { ...now.overrides, [macroCommand(macro.id)]: [keys] },
      }))
      toasts.notify({ tone: 'success', title: t('macros:kept', { name }) })
    },
    /** The commands that stand instead of, or beside, those of the console: as they are at this moment. */
    own: (): readonly Command[] => {
      const { get } = registry()
      const repeat = get('change.repeat')
      const record = get('macro.record')
      const recorded = log.recorded()
      const last = log.lastChange()
      const words = last && stepWords(last, reader)
      return [
        ...(repeat === undefined
          ? []
          : [
              keepRepeat([repeat, last, words, last && get(last.command)], () =>
                repeatCommand(repeat, last, reader),
              ),
            ]),
        ...(record === undefined || recorded === null
          ? []
          : [{ ...record, text: t('macros:finish', { count: recorded.length }) }]),
        ...macros().map(macroCommandOf),
      ]
    },
  }
}

export type Macros = ReturnType<typeof createMacros>
