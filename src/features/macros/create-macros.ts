import { createAtom } from '@xstate/store'
import type { TFunction } from 'i18next'
import { type Macro, macroCommand, preferenceLimits } from '../../../domain/users/preferences.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import type { Command, CommandContext } from '../../commands/command.ts'
import type { CommandPorts } from '../../commands/command-ports.ts'
import { memoizeLast, type Registry } from '../../commands/create-registry.ts'
import type { Translate } from '../../palette/results/command-item.ts'
import { changeWords, countedReasons } from '../../palette/results/wording.ts'
import type { CommandLog } from '../../stores/command-log.ts'
import type { PreferencesStore } from '../../stores/shortcut-preferences-store.ts'
import type { ToastStore } from '../../ui/feedback/toast-store.ts'
import type { ChangeHost } from '../changes/change-host.ts'
import { type MacroPort, macroAsCommand, repeatCommand } from './macro-commands.ts'
import { type MacroEnd, type MacroRunServices, runMacro } from './run-macro.ts'
import { argumentWords, groupSteps, type MacroStep, type StepReader, stepWords } from './step-words.ts'

type Played = { macro: Macro; start: CommandContext; run: MacroRun; reader: StepReader }

/** Runs a macro with confirmations and reports the result. Lazy chunk. */
export const playMacro = async (
  { changes, confirm, takeBack, toasts, t, watch, whole }: MacroServices,
  { macro, start, run, reader }: Played,
): Promise<void> => {
  const steps = macro.steps.map((step) => ({ ...step, words: argumentWords(step, reader) }))
  const end = await runMacro(steps, start, {
    get: reader.get,
    context: whole,
    change: changes.change,
    edit: changes.edit,
    agree: ({ at, report, count }) =>
      confirm({
        titleKey: 'macros:confirm.title',
        detailKey: report === null ? 'macros:confirm.count' : 'macros:confirm.report',
        values: {
          name: macro.name,
          count,
          step: stepWords(macro.steps[at] ?? { command: '', args: {} }, reader),
          report: report === null ? '' : changeWords(report, reader.t),
        },
        lines: groupSteps(macro.steps).map(({ step, times }) =>
          times === 1 ? stepWords(step, reader) : `${stepWords(step, reader)} × ${times}`,
        ),
      }),
    watch,
    patience,
    isStopped: () => run.isStopped,
  })
  run.batches = end.batches
  if (run.isTakenBack) {
    if (end.batches.length > 0) takeBack(end.batches)
    return
  }
  // Cancelled in the palette.
  if (end.code === 'CANCELLED' && end.done === 0 && start.shown !== null) return
  const undo = () => {
    if (run.isTakenBack) return
    run.isTakenBack = true
    takeBack(end.batches)
  }
  const at = macro.steps[end.done]
  tellMacro(toasts, t, { macro, end, stoppedAt: at ? stepWords(at, reader) : '', undo })
}

/** Timeout in milliseconds for a list's first rows. */
const patience = 4_000

/** Services of repeat and macros. */
export type MacroServices = {
  preferences: PreferencesStore
  log: CommandLog
  toasts: ToastStore
  t: TFunction
  /** Commands without the user's own. */
  registry: () => Registry
  /** Current command context; `whole`: with the complete selection. */
  context: () => CommandContext
  whole: () => Promise<CommandContext>
  confirm: CommandPorts['confirm']
  changes: Pick<ChangeHost, 'remember' | 'tookBack'> & Pick<MacroRunServices, 'change' | 'edit'>
  takeBack: (batches: readonly string[]) => void
  watch: MacroRunServices['watch']
}

/** The last run of a macro; `batches` is null while it runs. */
export type MacroRun = { isStopped: boolean; isTakenBack: boolean; batches: readonly string[] | null }

type Report = {
  macro: Macro
  end: MacroEnd
  /** Label of the step at which it stopped. */
  stoppedAt: string
  undo: () => void
}

/** One toast for a whole macro: changes and refusals with Undo; if it stopped, step and reason. None if nothing changed. */
const tellMacro = (
  toasts: Pick<ToastStore, 'notify'>,
  t: TFunction,
  { macro, end, stoppedAt, undo }: Report,
): void => {
  const words: Translate = (key, values) => t(key, values ?? {})
  const { name, steps } = macro
  const hasStopped = end.code !== null
  const counts = { changed: end.changed, refused: end.refused, refusedBy: end.refusedBy }
  const did = [
    ...(end.changed > 0 ? [t('changes:did.changed', { count: end.changed })] : []),
    ...(end.refused > 0 ? [t('changes:did.refused', { count: end.refused })] : []),
  ]
  if (!hasStopped && did.length === 0) return
  const reasons = countedReasons(counts, words)
  toasts.notify({
    id: `macro-${macro.id}`,
    tone: hasStopped || end.refused > 0 ? 'warning' : 'success',
    title: hasStopped
      ? t('macros:stopped', { name, at: end.done + 1, of: steps.length, step: stoppedAt })
      : t('macros:done', { name, did: did.join(', ') }),
    detail:
      [...(hasStopped ? [t(`errors:${end.code}`), ...did] : []), ...(hasStopped ? [] : reasons)].join(
        ' · ',
      ) || undefined,
    sticky: hasStopped && did.length > 0,
    action: end.batches.length === 0 ? undefined : { label: t('changes:undo'), keys: 'u', run: undo },
  })
}

/** Input of the save dialog: steps, and whether they were recorded. */
export type Keeping = { steps: readonly MacroStep[]; isRecorded: boolean }

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
    /** Saves steps under a name, with an optional key. */
    add: ({
      name,
      steps,
      keys,
    }: {
      name: string
      steps: readonly MacroStep[]
      keys: string | null
    }): void => {
      const macro = {
        id: newIdempotencyKey(),
        name,
        steps: steps.map(({ command, args }) => ({ command, args })),
      }
      preferences.update((now) => ({
        ...now,
        macros: [...now.macros, macro],
        overrides: keys === null ? now.overrides : { ...now.overrides, [macroCommand(macro.id)]: [keys] },
      }))
      toasts.notify({ tone: 'success', title: t('macros:kept', { name }) })
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
