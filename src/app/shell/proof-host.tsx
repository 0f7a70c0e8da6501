import { useAtom } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { lazyWithPreload } from '../../lazy/lazy-with-preload.tsx'
import { useAppServices } from '../services/app-services.ts'

const ProofDialog = lazyWithPreload(async () => ({
  default: (await import('../../features/auth/proof-dialog.tsx')).ProofDialog,
}))

/** Asks who is at the keyboard while a call waits for it. Closing it leaves the call refused. */
export const ProofHost = () => {
  const { proofs } = useAppServices()
  return useAtom(proofs) === null ? null : <AskProof />
}

const AskProof = () => {
  const { api, proofs } = useAppServices()
  const { t } = useTranslation('profile')
  const answer = (isProven: boolean) => {
    const asked = proofs.get()
    proofs.set(null)
    asked?.answer(isProven)
  }
  return (
    <ProofDialog
      title={t('proof.title')}
      lead={t('proof.lead')}
      submitLabel={t('proof.submit')}
      prove={async (proof) => {
        await api.sessions.prove(proof)
        answer(true)
      }}
      onProven={() => answer(true)}
      onClose={() => answer(false)}
    />
  )
}
