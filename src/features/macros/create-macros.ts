import { createAtom } from '@xstate/store'
import { type Macro, macroCommand, preferenceLimits } from '../../../domain/users/preferences.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import type { Command, CommandContext } from '../../commands/command.ts'
import { memoizeLast } from '../../commands/create-registry.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import { type MacroPort, macroAsCommand, repeatCommand } from './macro-commands.ts'
import type { MacroRun, MacroServices } from './play-macro.ts'
import { groupSteps, type MacroStep, type StepReader, stepWords } from './step-words.ts'

/** Input of the save dialog: steps, which of them are offered (`isRecorded`: all), and the macro that is edited. */
export type Keeping = { steps: readonly MacroStep[]; isRecorded: boolean; edited?: Macro }

/** `id`: of the macro that is replaced; null for a new one. */
type SavedMacro = { id: string | null; name: string; steps: readonly MacroStep[]; keys: string | null }

const loadPlayer = () => import('./play-macro.ts')

/** What plays macros, to be preloaded. */
export const macroPlayer = { preload: async () => void (await loadPlayer().catch(() => undefined)) }

/** Repeat and macros of one user: commands and actions. */
export const createMacros = (services: MacroServices) => {
  const { preferences, log, toasts, t, registry, context } = services
  const keeping = createAtom<Keeping | null>(null)
  const words: Translate = (key, values) => t(key, values ?? {})
  const reader: StepReader = { get: (id) => registry().get(id), context, t: words }
  const macros = () => preferences.get().macros
  /** Runs are queued: three presses run it three times. */
  let queue: Promise<void> = Promise.resolve()

  let waiting = 0

  const play = (macro: Macro, start: CommandContext): Promise<void> => {
    // A second press applies to the row on which the first run ends.
    const isOnView = start.shown === null && start.active?.id === context().active?.id
    const hasToWait = waiting > 0
    waiting += 1
    const played = queue
      .then(async () => playNow(macro, hasToWait && isOnView ? await services.whole() : start))
      .finally(() => {
        waiting -= 1
      })
    queue = played.catch(() => undefined)
    return played
  }
  const playNow = async (macro: Macro, start: CommandContext): Promise<void> => {
    const [{ playMacro, macroToast }] = await Promise.all([importWithRetry(loadPlayer), services.loadTexts()])
    const run: MacroRun = { isStopped: false, isTakenBack: false, batches: null }
    services.changes.remember(() => {
      if (run.isTakenBack || run.batches?.length === 0) return false
      run.isStopped = true
      run.isTakenBack = true
      toasts.dismiss(macroToast(macro))
      if (run.batches !== null) services.takeBack(run.batches)
      return true
    })
    await playMacro(services, { macro, start, run, reader })
  }

  const keep = (next: readonly Macro[]) => preferences.update((now) => ({ ...now, macros: [...next] }))
  const putBack = (before: readonly Macro[], keys: readonly string[] | undefined, id: string) =>
    preferences.update((now) => ({
      ...now,
      macros: [...before],
      overrides: keys ? { ...now.overrides, [macroCommand(id)]: [...keys] } : now.overrides,
    }))

  const port: MacroPort = {
    record: () => {
      if (log.recorded() === null) {
        log.record()
        void services.loadTexts()
        return
      }
      const steps = log.stop()
      if (steps.length === 0) toasts.notify({ title: t('macros:nothingRecorded') })
      else keeping.set({ steps: steps.slice(-preferenceLimits.steps), isRecorded: true })
    },
    keep: () => keeping.set({ steps: log.steps().slice(-preferenceLimits.steps), isRecorded: false }),
    hasSteps: () => log.steps().length > 0,
    macros,
    describe: (macro) =>
      groupSteps(macro.steps)
        .map(({ step }) => stepWords(step, reader))
        .join(' → '),
    edit: (id) => {
      const edited = macros().find((macro) => macro.id === id)
      if (edited !== undefined) keeping.set({ steps: edited.steps, isRecorded: true, edited })
    },
    rename: (id, name) => keep(macros().map((macro) => (macro.id === id ? { ...macro, name } : macro))),
    remove: (id) => {
      const before = macros()
      const macro = before.find((one) => one.id === id)
      if (macro === undefined) return
      const { [macroCommand(id)]: keys, ...overrides } = preferences.get().overrides
      preferences.update((now) => ({ ...now, macros: before.filter((one) => one !== macro), overrides }))
      toasts.notify({
        title: t('macros:deleted', { name: macro.name }),
        action: { label: t('changes:undo'), run: () => putBack(before, keys, id) },
      })
    },
  }

  const keepRepeat = memoizeLast<Command>()
  const kept = new WeakMap<Macro, ReturnType<typeof memoizeLast<Command>>>()
  const macroCommandOf = (macro: Macro): Command => {
    const { get } = registry()
    const keep = kept.get(macro) ?? memoizeLast<Command>()
    kept.set(macro, keep)
    const steps = macro.steps.map(({ command }) => get(command))
    return keep(steps, () => macroAsCommand(macro, get, play))
  }

  return {
    port,
    keeping,
    reader,
    /** Saves steps under a name, with an optional key: a new macro, or the one that was edited. */
    save: ({ id, name, steps, keys }: SavedMacro): void => {
      const macro = {
        id: id ?? newIdempotencyKey(),
        name,
        steps: steps.map(({ command, args }) => ({ command, args })),
      }
      const command = macroCommand(macro.id)
      preferences.update((now) => {
        const { [command]: _, ...others } = now.overrides
        return {
          ...now,
          macros:
            id === null ? [...now.macros, macro] : now.macros.map((one) => (one.id === id ? macro : one)),
          overrides: keys === null ? others : { ...others, [command]: [keys] },
        }
      })
      toasts.notify({ tone: 'success', title: t(id === null ? 'macros:kept' : 'macros:edited', { name }) })
    },
    /** The user's current commands: additions and replacements. */
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
