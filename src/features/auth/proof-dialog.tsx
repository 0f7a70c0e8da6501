import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Proof } from '../../../domain/users/second-factor.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, FormActions } from '../../ui/overlay/dialog.tsx'
import { ProofField, Refusal, useProofForm } from './proof-form.tsx'

type ProofDialogProps = {
  title: string
  lead: string
  submitLabel: string
  prove: (proof: Proof) => Promise<void>
  onClose: () => void
}

/** Asks who is at the keyboard: the password, or a code. */
export const ProofDialog = ({ title, lead, submitLabel, prove, onClose }: ProofDialogProps) => {
  const { t } = useTranslation('profile')
  const [kind, setKind] = useState<'password' | 'code'>('password')
  const form = useProofForm((typed) => prove({ [kind]: typed }))
  const isOfApp = kind === 'code'
  return (
    <Dialog open size="sm" onOpenChange={onClose} title={title} description={lead}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <ProofField
          key={kind}
          {...form.field}
          isOfApp={isOfApp}
          label={t(isOfApp ? 'secondFactor.proof' : 'secondFactor.password')}
        />
        <Button
          variant="ghost"
          size="sm"
          className="-mt-2 self-start"
          onClick={() => {
            form.clear()
            setKind(isOfApp ? 'password' : 'code')
          }}
        >
          {t(isOfApp ? 'secondFactor.usePassword' : 'secondFactor.useCode')}
        </Button>
        <Refusal code={form.refusal} />
        <footer className="flex flex-wrap items-center justify-end gap-2">
          <FormActions pending={form.isPending} onCancel={onClose}>
            {submitLabel}
          </FormActions>
        </footer>
      </form>
    </Dialog>
  )
}
