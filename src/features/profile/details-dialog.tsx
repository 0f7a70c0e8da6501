import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '../../../domain/languages.ts'
import { type Profile, type ProfileInput, profileFields } from '../../../domain/users/profile.ts'
import type { ApiProblem } from '../../api/api-problem.ts'
import { newIntent } from '../../api/intent.ts'
import type { Choices } from '../../form/choices.ts'
import { RecordForm } from '../../form/record-form.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Banner } from '../../ui/told/banner.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

type DetailsDialogProps = { profile: Profile; onClose: () => void; onSaved: (profile: Profile) => void }

/** One's own name, phone and language; the console speaks the language from then on. */
export const DetailsDialog = ({ profile, onClose, onSaved }: DetailsDialogProps) => {
  const { t } = useTranslation(['profile', 'form', 'errors', 'commands'])
  const { api, ports, runWith } = useWorkspace()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)

  const save = async (values: ProfileInput, changed: string[]) => {
    if (changed.length === 0) return onClose()
    setPending(true)
    setProblem(null)
    const input = Object.fromEntries(changed.map((name) => [name, values[name as keyof ProfileInput]]))
    try {
      const saved = await api.profile.update(input, { version: profile.version, intent: newIntent() })
      if (saved.language !== profile.language) runWith('console.language', { language: saved.language })
      ports.notify({ tone: 'success', titleKey: 'profile:details.saved' })
      onSaved(saved)
    } catch (error) {
      setProblem(error as ApiProblem)
      setPending(false)
    }
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('commands:profile.edit.label')}>
      <RecordForm
        resource="profile"
        fields={profileFields}
        initial={profile}
        country={profile.country}
        choices={choices}
        problems={problem?.errors ?? nothing}
        pending={isPending}
        submitLabel={t('form:save')}
        onSubmit={(values, changed) => void save(values, changed)}
        onCancel={onClose}
        notice={
          problem !== null && problem.errors.length === 0 ? (
            <Banner tone="danger">{t(`errors:${problem.code}`)}</Banner>
          ) : null
        }
      />
    </Dialog>
  )
}

const nothing: [] = []

/** Each language by its own name. */
const choices: Choices = {
  language: { label: (code) => languages[code as keyof typeof languages].name },
}
