import type { Atom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmActions, Dialog } from '../../ui/overlay/dialog.tsx'
import type { AskedQuestion } from '../workspace/create-overlays.ts'

/** Confirmation dialog of commands. */
export const Confirmations = ({ questions }: { questions: Atom<AskedQuestion | null> }) => {
  const question = useAtom(questions)
  const { t } = useTranslation(['form', 'changes', ...namespacesOf(question)])
  if (question === null) return null
  const answer = (isYes: boolean) => {
    questions.set(null)
    question.answer(isYes)
  }
  return (
    <Dialog
      open
      role="alertdialog"
      onOpenChange={() => answer(false)}
      onSubmitKey={question.danger ? () => answer(true) : undefined}
      title={t(question.titleKey, question.values)}
      description={question.detailKey && t(question.detailKey, question.values)}
      footer={
        <ConfirmActions
          cancelLabel={t(question.noKey ?? 'form:cancel', question.values)}
          onCancel={() => answer(false)}
          button={{ variant: question.danger ? 'danger' : 'primary', onClick: () => answer(true) }}
          isErasing={question.danger}
        >
          {t(question.yesKey ?? 'changes:confirm', question.values)}
        </ConfirmActions>
      }
    >
      {question.lines && (
        <ol className="flex max-h-64 list-decimal flex-col gap-1 overflow-y-auto pl-6 text-sm text-ink-muted">
          {question.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and the list is static.
            <li key={index}>{line}</li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}

/** Namespaces of the question's texts. */
const namespacesOf = (question: AskedQuestion | null): string[] =>
  [question?.titleKey, question?.detailKey, question?.yesKey, question?.noKey].flatMap(
    (key) => key?.split(':')[0] ?? [],
  )

/** Asks before unsaved input is lost. */
export const LeaveDialog = ({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) => {
  const { t } = useTranslation('form')
  return (
    <Dialog
      open
      role="alertdialog"
      onOpenChange={onStay}
      title={t('unsaved')}
      description={t('unsavedDetail')}
      footer={
        <>
          <Button variant="danger" onClick={onLeave}>
            {t('leave')}
          </Button>
          <Button autoFocus variant="primary" keys="Escape" onClick={onStay}>
            {t('stay')}
          </Button>
        </>
      }
    />
  )
}
