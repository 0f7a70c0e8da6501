import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Store } from '../../table/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { AskedQuestion } from '../workspace/create-workspace.ts'

/** Asks what a command wants to know before it goes on: yes or no. */
export const Confirmations = ({ questions }: { questions: Store<AskedQuestion | null> }) => {
  const { t } = useTranslation(['form', 'changes'])
  const question = useSyncExternalStore(questions.subscribe, questions.get)
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
      title={t(question.titleKey, question.values)}
      description={question.detailKey && t(question.detailKey, question.values)}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={() => answer(false)}>
            {t(question.noKey ?? 'form:cancel', question.values)}
          </Button>
          <Button
            autoFocus
            variant={question.danger ? 'danger' : 'primary'}
            keys="Enter"
            onClick={() => answer(true)}
          >
            {t(question.yesKey ?? 'changes:confirm', question.values)}
          </Button>
        </>
      }
    >
      {question.lines && (
        <ol className="flex max-h-64 list-decimal flex-col gap-1 overflow-y-auto pl-6 text-sm text-ink-muted">
          {question.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand twice, and none of them moves.
            <li key={index}>{line}</li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
