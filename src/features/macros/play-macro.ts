import type { TFunction } from 'i18next'
import type { Macro } from '../../../domain/users/preferences.ts'
import type { CommandContext } from '../../commands/command.ts'
import type { CommandPorts } from '../../commands/command-ports.ts'
import type { Registry } from '../../commands/create-registry.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { changeWords, countedReasons } from '../../palette/results/wording.ts'
import type { CommandLog } from '../../stores/command-log.ts'
import type { PreferencesStore } from '../../stores/shortcut-preferences-store.ts'
import type { ToastStore } from '../../ui/feedback/toast-store.ts'
import type { ChangeHost } from '../changes/change-host.ts'
import { type MacroEnd, type MacroRunServices, runMacro } from './run-macro.ts'
import { argumentWords, groupSteps, type StepReader, stepWords } from './step-words.ts'

type Played = { macro: Macro; start: CommandContext; run: MacroRun; reader: StepReader }

/** Runs a macro with confirmations and reports the result. Loaded when needed: lists play none. */
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
  /** Resolves when the texts of macros are loaded, e.g. right after a page load. */
  loadTexts: () => Promise<unknown>
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

/** Id of a macro's toast, which disappears with the undo of its run. */
export const macroToast = ({ id }: Pick<Macro, 'id'>): string => `macro-${id}`

/** One toast for a whole macro: changes and refusals with Undo; if it stopped, step and reason. None if it only moved. */
const tellMacro = (
  toasts: Pick<ToastStore, 'notify'>,
  t: TFunction,
  { macro, end, stoppedAt, undo }: Report,
): void => {
  const words: Translate = (key, values) => t(key, values ?? {})
  const { name, steps } = macro
  const id = macroToast(macro)
  if (end.code === 'CANCELLED' && end.changed === 0) {
    toasts.notify({ id, tone: 'info', title: t('macros:cancelled', { name }) })
    return
  }
  const hasStopped = end.code !== null
  const skipped = end.skipped > 0 ? [t('macros:skipped', { count: end.skipped })] : []
  const counts = { changed: end.changed, refused: end.refused, refusedBy: end.refusedBy }
  const did = [
    ...(end.changed > 0 ? [t('changes:did.changed', { count: end.changed })] : []),
    ...(end.refused > 0 ? [t('changes:did.refused', { count: end.refused })] : []),
  ]
  if (!hasStopped && did.length === 0) {
    if (end.skipped > 0) toasts.notify({ id, tone: 'info', title: t('macros:idle', { name }) })
    return
  }
  const reasons = countedReasons(counts, words)
  toasts.notify({
    id,
    tone: hasStopped || end.refused > 0 ? 'warning' : 'success',
    title: hasStopped
      ? t('macros:stopped', { name, at: end.done + 1, of: steps.length, step: stoppedAt })
      : t('macros:done', { name, did: did.join(', ') }),
    detail:
      [...(hasStopped ? [t(`errors:${end.code}`), ...did] : reasons), ...skipped].join(' · ') || undefined,
    action: end.batches.length === 0 ? undefined : { label: t('changes:undo'), keys: 'u', run: undo },
  })
}
