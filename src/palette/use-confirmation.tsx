import { useAtom } from '@xstate/store-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { localeOf } from '../../domain/core/languages.ts'
import { controlCode } from '../../domain/scans/scan-code.ts'
import type { LongWork } from '../api/long-work.ts'
import { useScanTarget } from '../keyboard/scan-targets.tsx'
import { ProgressBar } from '../ui/feedback/status.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import type { Translate } from './results/command-item.ts'
import { changeWords, refusalReasons } from './results/wording.ts'

const doneCode = controlCode('done')

type Asked = {
  isAsking: boolean
  /** The dry run; null until it has answered. */
  report: ChangeReport | null
  /** The one record is named in the question, which may be confirmed before its dry run has answered. */
  isNamed?: boolean
  confirm: () => void
}

/**
 * The question before a change, in the palette as in a dialog: what its dry run says, and its confirmation, by a button or by
 * the printed code with which a scan session is committed. `machines/change` does what follows: progress, toast, undo.
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
  // Scanned before the dry run has answered: what it says of refusals is seen first.
  const confirmWanted = useEffectEvent(() => {
    if (!isNothing && report?.counts.refused === 0) confirm()
  })
  useEffect(() => {
    if (isWanted && report !== null) confirmWanted()
  }, [isWanted, report])
  const nothing = t('palette:preview.nothing')
  return {
    isNothing,
    /** What would change, in words; null until the dry run has answered. */
    words: report === null ? null : isNothing ? nothing : changeWords(report, t),
    /** Properties of the button that confirms. */
    button: { pending: isLoading, whyNot: isNothing ? nothing : null, onClick: confirm },
  }
}

/** The reasons of the refusals, most frequent first, each with its count. Nothing where none is refused. */
export const Refusals = ({ report }: { report: ChangeReport | null }) => {
  const { t: translate, i18n } = useTranslation(['palette', 'errors'])
  const t: Translate = (key, values) => translate(key, values ?? {})
  if (report === null || report.counts.refused === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {refusalReasons(report.counts, t).map(({ code, text, count }) => (
        <li key={code} className="flex items-center gap-2">
          <Icon name="ban" size={12} className="text-ink-muted" />
          <span className="min-w-0 flex-1">{text}</span>
          <span className="figures text-ink-muted">{count.toLocaleString(localeOf(i18n.language))}</span>
        </li>
      ))}
    </ul>
  )
}

/** Shows that a dry run is loading and, when it runs as a job, its progress. */
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
