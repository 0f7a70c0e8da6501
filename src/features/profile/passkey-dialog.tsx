import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { validatePlain } from '../../../domain/lib/field.ts'
import { passkeyFields } from '../../../domain/users/passkeys.ts'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Dialog, FormActions } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { deviceName } from '../auth/device-name.ts'
import { Refusal } from '../auth/proof-form.tsx'
import { usePasskeyPrompt } from '../auth/use-passkey-prompt.ts'
import { passkeysChanged, sessionsEnded } from './profile-commands.ts'
import { RecoveryCodes } from './second-factor-dialogs.tsx'

type AddPasskeyDialogProps = { onClose: () => void; onAdded: () => void }

/** Adds a passkey: its name, the browser's question, and recovery codes if the account had none. */
export const AddPasskeyDialog = ({ onClose, onAdded }: AddPasskeyDialogProps) => {
  const { t } = useTranslation(['profile', 'commands', 'errors'])
  const { api, ports, user } = useWorkspace()
  const [name, setName] = useState(() => deviceName(navigator.userAgent) ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const prompt = usePasskeyPrompt({
    isNew: true,
    begin: (options) => api.profile.beginPasskey(options),
    onAnswer: async (passkey) => {
      const { recoveryCodes } = await api.profile.addPasskey({ name, passkey })
      sessionsEnded()
      passkeysChanged()
      onAdded()
      ports.notify({ tone: 'success', titleKey: 'profile:passkeys.done' })
      if (recoveryCodes === undefined) onClose()
      else setCodes(recoveryCodes)
    },
  })
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={onClose}
      title={t('commands:profile.add-passkey.label')}
      description={t('profile:passkeys.addLead')}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const read = validatePlain(passkeyFields, { name }, { country: user.country })
          setProblem(read.ok ? null : (read.errors?.[0]?.code ?? read.code))
          if (read.ok) prompt.ask()
        }}
      >
        <Field
          required
          label={t('profile:passkeys.name')}
          hint={t('profile:passkeys.nameHint')}
          error={problem && t(`errors:${problem}`)}
        >
          <TextInput
            autoFocus
            name="name"
            autoComplete="off"
            onFocus={({ target }) => target.select()}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Refusal code={prompt.failure?.code ?? null} />
        <footer className="flex flex-wrap items-center justify-end gap-2">
          <FormActions pending={prompt.isAsking} onCancel={onClose}>
            {t('profile:passkeys.add')}
          </FormActions>
        </footer>
      </form>
    </Dialog>
  )
}
