import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Proof } from '../../../domain/users/second-factor.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { Dialog, FormActions } from '../../ui/overlay/dialog.tsx'
import { useAuth } from './auth-context.ts'
import { ProofField, Refusal, useProofForm } from './proof-form.tsx'
import { usePasskeyPrompt } from './use-passkey-prompt.ts'
import { useProviderProof } from './use-provider-proof.ts'

type ProofDialogProps = {
  title: string
  lead: string
  submitLabel: string
  prove: (proof: Proof) => Promise<void>
  /** Neither a code nor a passkey will do. */
  isPasswordOnly?: boolean
  /** Offers signing in again at an identity provider, which does not go through `prove`. */
  onProven?: () => void
  onClose: () => void
}

/** Asks who is at the keyboard: the password, a code, a passkey of people who have one, or their identity provider. */
export const ProofDialog = ({
  title,
  lead,
  submitLabel,
  prove,
  isPasswordOnly = false,
  onProven,
  onClose,
}: ProofDialogProps) => {
  const { t } = useTranslation('profile')
  const [kind, setKind] = useState<'password' | 'code'>('password')
  const form = useProofForm((typed) => {
    prompt.clear()
    elsewhere.clear()
    return prove({ [kind]: typed })
  })
  const { api } = useAuth()
  const hasPasskey = useHasPasskey()
  const prompt = usePasskeyPrompt({
    begin: (options) => api.sessions.beginProof(options),
    onAnswer: (passkey) => prove({ passkey }),
  })
  const elsewhere = useProviderProof(onProven)
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
        {!isPasswordOnly && (
          <div className="-mt-2 flex flex-wrap gap-2">
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                form.clear()
                prompt.clear()
                elsewhere.clear()
                setKind(isOfApp ? 'password' : 'code')
              }}
            >
              {t(isOfApp ? 'secondFactor.usePassword' : 'secondFactor.useCode')}
            </Button>
            {hasPasskey && (
              <Button variant="ghost" size="sm" icon="key" pending={prompt.isAsking} onClick={prompt.ask}>
                {t('passkeys.use')}
              </Button>
            )}
            {elsewhere.ways.map((way) => (
              <Button
                key={way.id}
                variant="ghost"
                size="sm"
                icon="external-link"
                onClick={() => {
                  form.clearRefusal()
                  prompt.clear()
                  elsewhere.open(way)
                }}
              >
                {t('proof.anew', { name: way.name })}
              </Button>
            ))}
          </div>
        )}
        {elsewhere.waiting !== null && (
          <Banner tone="info">{t('proof.waiting', { name: elsewhere.waiting.name })}</Banner>
        )}
        <Refusal code={form.refusal ?? prompt.failure?.code ?? elsewhere.failure?.code ?? null} />
        <footer className="flex flex-wrap items-center justify-end gap-2">
          <FormActions pending={form.isPending} onCancel={onClose}>
            {submitLabel}
          </FormActions>
        </footer>
      </form>
    </Dialog>
  )
}

/** Whether the user has a passkey for this address; false until the server says so. */
const useHasPasskey = (): boolean => {
  const { api } = useAuth()
  const [has, setHas] = useState(false)
  useEffect(() => {
    const request = new AbortController()
    api.profile.passkeys({ signal: request.signal }).then(
      ({ items }) => setHas(items.some(({ isUsable }) => isUsable)),
      () => undefined,
    )
    return () => request.abort()
  }, [api])
  return has
}
