import type { TFunction } from 'i18next'
import type { Macro } from '../../../domain/users/desk.ts'
import type { Translate } from '../../palette/results/command-item.ts'
import { countedReasons } from '../../palette/results/wording.ts'
import type { ToastStore } from '../../ui/told/toast-store.ts'
import type { MacroEnd } from './run-macro.ts'

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
export const tellMacro = (
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
