import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isConfirmed } from '../../../domain/changes/change-verbs.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { controlCode } from '../../../domain/scans/scan-code.ts'
import type { LongWork } from '../../api/long-work.ts'
import { useScanTarget } from '../../keyboard/scan-targets.tsx'
import { DryRunProgress } from '../../palette/palette-confirm.tsx'
import type { Translate } from '../../palette/results/command-item.ts'
import { changeWords, refusalReasons } from '../../palette/results/wording.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { askWords } from './batch-words.ts'
import type { ChangeActor } from './change-host.ts'

const doneCode = controlCode('done')

type ChangeDialogProps = { change: ChangeActor; dryRuns: LongWork['dryRuns']; onClose: () => void }

/**
 * Asks before a change: what would be done to which record or to how many, how many would be refused, and why. Its
 * buttons say verb and object; Enter confirms, Escape leaves everything as it is.
 */
export const ChangeDialog = ({ change, dryRuns, onClose }: ChangeDialogProps) => {
  const { t: translate, i18n } = useTranslation(['changes', 'actions', 'errors', 'palette'])
  const t: Translate = (key, values) => translate(key, values ?? {})
  const isAsking = useSelector(change, (snapshot) => snapshot.hasTag('asking'))
  const context = useSelector(change, (snapshot) => snapshot.context)
  const { expected } = context
  const { effect, subject, count: chosen, body } = context.change
  const isNothing = expected !== null && expected.counts.changed === 0
  const count = expected === null || isNothing ? chosen : expected.counts.changed
  const title = askWords(t, { verb: effect, count, number: subject?.number ?? expected?.changed[0]?.number })
  const reason = typeof body?.reason === 'string' ? body.reason : null
  const details = [subject?.name, reason, isForetold(expected, subject) ? null : expectedWords(expected, t)]
  const [isWanted, setWanted] = useState(false)
  const confirm = () => {
    change.send({ type: 'change.confirm' })
    onClose()
  }
  // Who commits by a printed code confirms by it too.
  useScanTarget({
    isFocused: () => isAsking,
    take: () => false,
    takeCode: (code) => {
      if (code !== doneCode) return false
      if (expected === null && subject === null) setWanted(true)
      else if (!isNothing) confirm()
      return true
    },
  })
  // Scanned before the dry run has answered: what it says of refusals is seen first.
  const confirmWanted = useEffectEvent(() => {
    if (!isNothing && expected?.counts.refused === 0) confirm()
  })
  useEffect(() => {
    if (isWanted && expected !== null) confirmWanted()
  }, [isWanted, expected])
  const cancel = () => {
    change.send({ type: 'change.cancel' })
    onClose()
  }
  return (
    <Dialog
      open={isAsking}
      onOpenChange={cancel}
      role="alertdialog"
      title={title}
      description={details.filter(Boolean).join(' · ')}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={cancel}>
            {t('changes:keep', { count: chosen })}
          </Button>
          <Button
            autoFocus
            variant={isConfirmed(effect, chosen) ? 'danger' : 'primary'}
            keys="Enter"
            pending={expected === null && subject === null}
            whyNot={isNothing ? t('changes:nothing') : null}
            onClick={confirm}
          >
            {title}
          </Button>
        </>
      }
    >
      {expected === null && subject === null && (
        <DryRunProgress label={t('changes:checking')} dryRuns={dryRuns} />
      )}
      {expected !== null && expected.counts.refused > 0 && (
        <ul className="flex flex-col gap-1 text-sm">
          {refusalReasons(expected.counts, t).map(({ code, text, count }) => (
            <li key={code} className="flex gap-3">
              <span className="figures w-12 text-right font-medium">
                {count.toLocaleString(localeOf(i18n.language))}
              </span>
              <span className="text-ink-muted">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

type Expected = ReturnType<ChangeActor['getSnapshot']>['context']['expected']

/** Of the one record that is named, that it would change goes without saying. */
const isForetold = (expected: Expected, subject: object | null): boolean =>
  subject !== null && expected?.counts.refused === 0

const expectedWords = (expected: Expected, t: Translate): string | null =>
  expected === null ? null : changeWords(expected, t)
