import type { TFunction } from 'i18next'
import type { Macro } from '../../../domain/users/desk.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import type { CommandPorts } from '../../commands/command-ports.ts'
import type { Registry } from '../../commands/create-registry.ts'
import type { Translate } from '../../palette/results/command-item.ts'
import { changeWords, countedReasons } from '../../palette/results/wording.ts'
import type { CommandLog } from '../../stores/command-log.ts'
import type { DeskStore } from '../../stores/shortcut-preferences-store.ts'
import type { ToastStore } from '../../ui/feedback/toast-store.ts'
import type { ChangeHost } from '../changes/change-host.ts'
import { type MacroEnd, type MacroGround, runMacro } from './run-macro.ts'
import { argumentWords, groupSteps, type StepReader, stepWords } from './step-words.ts'

type Played = { macro: Macro; start: CommandContext; run: MacroRun; reader: StepReader }

/** Runs a macro, asks what has to be asked on the way, and tells how it ended. In a chunk of its own. */
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
  const undo = () => {
    if (run.isTakenBack) return
    run.isTakenBack = true
    takeBack(end.batches)
  }
  const at = macro.steps[end.done]
  tellMacro(toasts, t, { macro, end, stoppedAt: at ? stepWords(at, reader) : '', undo })
}

/** What a list needs at most until it is there. */
const patience = 4_000

/** What repeat and macros stand on. */
export type MacroServices = {
  desk: DeskStore
  log: CommandLog
  toasts: ToastStore
  t: TFunction
  /** The commands of the console, without a person's own. */
  registry: () => Registry
  /** What is in view now; `whole` waits for the whole selection. */
  context: () => CommandContext
  whole: () => Promise<CommandContext>
  confirm: CommandPorts['confirm']
  changes: Pick<ChangeHost, 'remember' | 'tookBack'> & Pick<MacroGround, 'change' | 'edit'>
  takeBack: (batches: readonly string[]) => void
  watch: MacroGround['watch']
}

/** What has become of a macro that was started. Its batches are null while it runs. */
export type MacroRun = { isStopped: boolean; isTakenBack: boolean; batches: readonly string[] | null }

type Told = {
  macro: Macro
  end: MacroEnd
  /** What the step is called at which it stopped. */
  stoppedAt: string
  undo: () => void
}

/**
 * One notice for all of a macro: what it changed and what was refused, with Undo for the whole; where it stopped, at
 * which step and why. One that only moved about has nothing to tell.
 */
const tellMacro = (
  toasts: Pick<ToastStore, 'notify'>,
  t: TFunction,
  { macro, end, stoppedAt, undo }: Told,
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
