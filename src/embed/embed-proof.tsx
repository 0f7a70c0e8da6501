import { useAtom } from '@xstate/store-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProofField, Refusal, useProofForm } from '../features/auth/proof-form.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog, FormActions } from '../ui/overlay/dialog.tsx'
import type { EmbedSession } from './embed-session.ts'

/**
 * Asks who is at the keyboard while a call waits for it, by password or code: passkeys are bound to the address of the console, which
 * it opens instead. Closing it leaves the call refused.
 */
export const EmbedProof = ({ proof }: Pick<EmbedSession, 'proof'>) =>
  useAtom(proof.asked) === null ? null : <AskProof proof={proof} />

const AskProof = ({ proof: { asked, prove, openConsole } }: Pick<EmbedSession, 'proof'>) => {
  const { t } = useTranslation('embed')
  const [kind, setKind] = useState<'password' | 'code'>('password')
  const answer = (isProven: boolean) => {
    const waiting = asked.get()
    asked.set(null)
    waiting?.answer(isProven)
  }
  const form = useProofForm(async (typed) => {
    await prove({ [kind]: typed })
    answer(true)
  })
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={() => answer(false)}
      title={t('proof.title')}
      description={t('proof.lead')}
    >
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <ProofField
          key={kind}
          {...form.field}
          isOfApp={kind === 'code'}
          label={t(kind === 'code' ? 'proof.code' : 'proof.password')}
        />
        <div className="-mt-2 flex flex-wrap gap-2">
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              form.clear()
              setKind(kind === 'code' ? 'password' : 'code')
            }}
          >
            {t(kind === 'code' ? 'proof.usePassword' : 'proof.useCode')}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            icon="external-link"
            onClick={() => {
              answer(false)
              openConsole()
            }}
          >
            {t('proof.console')}
          </Button>
        </div>
        <Refusal code={form.refusal} />
        <div className="flex flex-wrap items-center justify-end gap-2">
          <FormActions pending={form.isPending} onCancel={() => answer(false)}>
            {t('proof.submit')}
          </FormActions>
        </div>
      </form>
    </Dialog>
  )
}
