import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Proof } from '../../../domain/users/second-factor.ts'
import { Dialog, FormActions } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { EnrolForm, RecoveryCodeActions, RecoveryCodeList } from '../auth/enrol-form.tsx'
import { ProofDialog } from '../auth/proof-dialog.tsx'
import { sessionsEnded } from './profile-commands.ts'

type FactorDialogProps = { onClose: () => void; onChanged: () => void }

/** Switches the second factor on: secret, first code, recovery codes. */
export const EnrolDialog = ({ onClose, onChanged }: FactorDialogProps) => {
  const { t } = useTranslation(['profile', 'commands'])
  const { api, ports } = useWorkspace()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const onEnrolled = (recoveryCodes: readonly string[]) => {
    sessionsEnded()
    onChanged()
    ports.notify({ tone: 'success', titleKey: 'profile:secondFactor.added' })
    setCodes(recoveryCodes)
  }
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('commands:profile.second-factor.label')}
      description={t('profile:secondFactor.scan')}
    >
      <EnrolForm
        api={api}
        onEnrolled={onEnrolled}
        actions={(isPending) => (
          <footer className="flex flex-wrap items-center justify-end gap-2">
            <FormActions pending={isPending} onCancel={onClose}>
              {t('profile:secondFactor.add')}
            </FormActions>
          </footer>
        )}
      />
    </Dialog>
  )
}

/** Replaces the recovery codes. */
export const RecoveryCodesDialog = ({ onClose, onChanged }: FactorDialogProps) => {
  const { t } = useTranslation(['profile', 'commands'])
  const { api } = useWorkspace()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const renew = async (proof: Proof) => {
    const { recoveryCodes } = await api.profile.renewRecoveryCodes(proof)
    onChanged()
    setCodes(recoveryCodes)
  }
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <ProofDialog
      title={t('commands:profile.recovery-codes.label')}
      lead={t('profile:secondFactor.renewLead')}
      submitLabel={t('profile:secondFactor.renew')}
      prove={renew}
      onClose={onClose}
    />
  )
}

/** Switches the second factor off. */
export const RemoveFactorDialog = ({ onClose, onChanged }: FactorDialogProps) => {
  const { t } = useTranslation(['profile', 'commands'])
  const { api, ports } = useWorkspace()
  const remove = async (proof: Proof) => {
    await api.profile.removeSecondFactor(proof)
    sessionsEnded()
    onChanged()
    ports.notify({ tone: 'success', titleKey: 'profile:secondFactor.removed' })
    onClose()
  }
  return (
    <ProofDialog
      title={t('commands:profile.no-second-factor.label')}
      lead={t('profile:secondFactor.removeLead')}
      submitLabel={t('profile:secondFactor.remove')}
      prove={remove}
      onClose={onClose}
    />
  )
}

type UnlinkDialogProps = FactorDialogProps & { issuer: string }

/** Unlinks the account from an identity provider: the password is what is left to log in with. */
export const UnlinkDialog = ({ issuer, onClose, onChanged }: UnlinkDialogProps) => {
  const { t } = useTranslation(['profile', 'commands'])
  const { api, ports } = useWorkspace()
  const unlink = async ({ password }: Proof) => {
    await api.profile.unlinkIdentity({ issuer, password: password ?? '' })
    sessionsEnded()
    onChanged()
    ports.notify({ tone: 'success', titleKey: 'profile:identities.unlinked' })
    onClose()
  }
  return (
    <ProofDialog
      isPasswordOnly
      title={t('commands:profile.unlink-identity.label')}
      lead={t('profile:identities.unlinkLead')}
      submitLabel={t('profile:identities.unlink')}
      prove={unlink}
      onClose={onClose}
    />
  )
}

type RecoveryCodesProps = { codes: readonly string[]; onClose: () => void }

/** Shown once: closed by its button alone. */
export const RecoveryCodes = ({ codes, onClose }: RecoveryCodesProps) => {
  const { t } = useTranslation('profile')
  const { ports } = useWorkspace()
  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={onClose}
      title={t('secondFactor.codes')}
      description={t('secondFactor.codesLead')}
      footer={
        <RecoveryCodeActions
          codes={codes}
          onCopied={() => ports.notify({ tone: 'success', titleKey: 'profile:secondFactor.copied' })}
          onDone={onClose}
        />
      }
    >
      <RecoveryCodeList codes={codes} />
    </Dialog>
  )
}
