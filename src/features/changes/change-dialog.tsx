import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { isErasing, isHarmless } from '../../../domain/changes/change-verbs.ts'
import type { ChangeActor } from '../../../machines/change/change-machine.ts'
import type { LongWork } from '../../api/long-work.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { DryRunProgress, Refusals, useConfirmation } from '../../palette/use-confirmation.tsx'
import { ConfirmActions, Dialog } from '../../ui/overlay/dialog.tsx'
import { askWords } from './batch-words.ts'

type ChangeDialogProps = { change: ChangeActor; dryRuns: LongWork['dryRuns']; onClose: () => void }

/** Confirmation dialog of a change: records, expected result, refusals with reasons. Buttons name verb and object. */
export const ChangeDialog = ({ change, dryRuns, onClose }: ChangeDialogProps) => {
  const { t: translate } = useTranslation(['changes', 'actions', 'palette'])
  const t: Translate = (key, values) => translate(key, values ?? {})
  const isAsking = useSelector(change, (snapshot) => snapshot.hasTag('asking'))
  const { expected, change: asked } = useSelector(change, (snapshot) => snapshot.context)
  const { effect, subject, count: chosen, body, confirmation, note } = asked
  const { isNothing, words, button } = useConfirmation({
    isAsking,
    report: expected,
    isNamed: subject !== null,
    confirm: () => {
      change.send({ type: 'change.confirm' })
      onClose()
    },
  })
  const count = expected === null || isNothing ? chosen : expected.counts.changed
  const title = askWords(t, { verb: effect, count, number: subject?.number ?? expected?.changed[0]?.number })
  const reason = typeof body?.reason === 'string' ? body.reason : null
  // For a single named record, an expected success needs no text.
  const isForetold = subject !== null && expected?.counts.refused === 0
  const details = [subject?.name, note, reason, isForetold ? null : words]
  const isDangerous = confirmation === 'always' && !isHarmless(effect)
  const cancel = () => {
    change.send({ type: 'change.cancel' })
    onClose()
  }
  return (
    <Dialog
      open={isAsking}
      onOpenChange={cancel}
      role="alertdialog"
      onSubmitKey={
        isErasing(effect) && !button.pending && button.whyNot === null ? button.onClick : undefined
      }
      title={title}
      description={details.filter(Boolean).join(' · ')}
      footer={
        <ConfirmActions
          cancelLabel={t('changes:keep', { count: chosen })}
          onCancel={cancel}
          button={{ ...button, variant: isDangerous ? 'danger' : 'primary' }}
          isErasing={isErasing(effect)}
        >
          {title}
        </ConfirmActions>
      }
    >
      {expected === null && subject === null && <DryRunProgress dryRuns={dryRuns} />}
      <Refusals report={expected} verb={effect} />
    </Dialog>
  )
}
