import { useAtom } from '@xstate/store-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { localeOf } from '../../domain/core/languages.ts'
import { numberFormat } from '../../domain/lib/number-format.ts'
import { controlCode } from '../../domain/scans/scan-code.ts'
import type { LongWork } from '../api/long-work.ts'
import type { Translate } from '../i18n/i18n.ts'
import { useScanTarget } from '../keyboard/scan-targets.tsx'
import { ProgressBar } from '../ui/feedback/status.tsx'
import { toneClasses } from '../ui/feedback/tone.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { changeWords, refusalReasons } from './results/wording.ts'

const doneCode = controlCode('done')

type Asked = {
  isAsking: boolean
  /** The dry run; null while loading. */
  report: ChangeReport | null
  /** The question names the single record and may be confirmed before the dry run's answer. */
  isNamed?: boolean
  confirm: () => void
}

/**
 * Confirmation of a change, in palette and dialogs: result of the dry run, and a button or the printed code of scan sessions.
 * The change machine does the rest: progress, toast, undo.
 */
export const useConfirmation = ({ isAsking, report, isNamed = false, confirm }: Asked) => {
  const { t: translate } = useTranslation('palette')
  const t: Translate = (key, values) => translate(key, values ?? {})
  const [isWanted, setWanted] = useState(false)
  const isLoading = report === null && !isNamed
  const isNothing = report !== null && report.counts.changed === 0
  useScanTarget({
    isFocused: () => isAsking,
    take: () => false,
    takeCode: (code) => {
      if (code !== doneCode) return false
      if (isLoading) setWanted(true)
      else if (!isNothing) confirm()
      return true
    },
  })
  // Scanned before the dry run's answer: refusals must be seen first.
  const confirmWanted = useEffectEvent(() => {
    if (!isNothing && report?.counts.refused === 0) confirm()
  })
  useEffect(() => {
    if (isWanted && report !== null) confirmWanted()
  }, [isWanted, report])
  const isEmpty = isNothing && report.counts.refused === 0
  const nothing = t(isEmpty ? 'palette:preview.noneMatch' : 'palette:preview.nothing')
  return {
    isNothing,
    /** What would change, in words; null while loading. */
    words: report === null ? null : isNothing ? nothing : changeWords(report, t),
    /** Props of the confirm button. */
    button: { pending: isLoading, whyNot: isNothing ? nothing : null, onClick: confirm },
  }
}

/**
 * What to know before confirming: dispatches before their day, cancellations that leave no order of a duplicate, then reasons of
 * refusals with counts, most frequent first.
 */
export const Refusals = ({ report, verb }: { report: ChangeReport | null; verb?: string }) => {
  const { t: translate, i18n } = useTranslation(['palette', 'errors'])
  const t: Translate = (key, values) => translate(key, values ?? {})
  if (report === null || (report.counts.refused === 0 && !report.early && !report.twins)) return null
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {report.early !== undefined && (
        <li className="flex items-center gap-2">
          <Icon name="calendar-clock" size={12} className={toneClasses.warning.text} />
          {t('palette:preview.early', { count: report.early })}
        </li>
      )}
      {report.twins !== undefined && (
        <li className="flex items-center gap-2">
          <Icon name="copy" size={12} className={toneClasses.warning.text} />
          {t('palette:preview.twins', { count: report.twins })}
        </li>
      )}
      {refusalReasons(report.counts, t, verb).map(({ code, text, count }) => (
        <li key={code} className="flex items-center gap-2">
          <Icon name="ban" size={12} className="text-ink-muted" />
          <span className="min-w-0 flex-1">{text}</span>
          <span className="figures text-ink-muted">
            {numberFormat(localeOf(i18n.language)).format(count)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Progress of a dry run, including one that runs as a job. */
export const DryRunProgress = ({ label, dryRuns }: { label?: string; dryRuns: LongWork['dryRuns'] }) => {
  const { t } = useTranslation('palette')
  const job = useAtom(dryRuns).at(-1)
  const text = label ?? t('preview.loading')
  return job === undefined ? (
    text
  ) : (
    <ProgressBar label={text} done={job.done} total={job.total ?? undefined} />
  )
}
