import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../../domain/access/permissions.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { languages } from '../../../domain/core/languages.ts'
import { validatePlain } from '../../../domain/lib/field.ts'
import { whyNotPassword } from '../../../domain/users/password-rule.ts'
import {
  type PasswordChange,
  type Profile,
  type ProfileInput,
  passwordChangeFields,
  profileFields,
} from '../../../domain/users/profile.ts'
import type { ApiProblem } from '../../api/api-problem.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import type { Choices } from '../../form/form-model.ts'
import { RecordForm } from '../../form/record-form.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Dialog, FormActions } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { sessionsEnded } from './profile-commands.ts'

type DetailsDialogProps = { profile: Profile; onClose: () => void; onSaved: (profile: Profile) => void }

/** Name, phone and language; changes the console's language. */
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
      const saved = await api.profile.update(input, {
        version: profile.version,
        idempotencyKey: newIdempotencyKey(),
      })
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

/** Each language in its own name. */
const choices: Choices = {
  language: { label: (code) => languages[code as keyof typeof languages].name },
}

const blank = { currentPassword: '', password: '', confirmation: '' }

/** Changes the password. Errors are at their fields, the first gets focus. */
export const PasswordDialog = ({ email, onClose }: { email: string; onClose: () => void }) => {
  const { t } = useTranslation(['profile', 'form', 'errors', 'commands'])
  const { api, ports, user } = useWorkspace()
  const [draft, setDraft] = useState(blank)
  const [problems, setProblems] = useState<PasswordProblems>({})
  const [refusal, setRefusal] = useState<ApiProblem | null>(null)
  const [isPending, setPending] = useState(false)
  const [round, setRound] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: mending one field must not move the focus to the next.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [round])

  const tell = (found: PasswordProblems, refused: ApiProblem | null = null) => {
    setProblems(found)
    setRefusal(refused)
    setRound((before) => before + 1)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const { problems: found, change } = checkPasswords(draft, user.role)
    tell(found)
    if (change === null) return
    setPending(true)
    try {
      await api.profile.changePassword(change)
      sessionsEnded()
      ports.notify({ tone: 'success', titleKey: 'profile:password.changed' })
      onClose()
    } catch (error) {
      const refused = error as ApiProblem
      setPending(false)
      tell(
        Object.fromEntries(refused.errors.map(({ path, code }) => [path, code])),
        refused.errors.length === 0 ? refused : null,
      )
    }
  }
  const wordsOf = (name: PasswordInputName, problem: PasswordProblem): string =>
    problem === 'REQUIRED' || problem === 'PASSWORDS_DIFFER'
      ? t(`profile:password.problems.${problem === 'REQUIRED' ? name : problem}`)
      : t(`errors:${problem}`)
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={onClose}
      title={t('commands:profile.password.label')}
      description={t('profile:password.detail')}
    >
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {/* Password managers store the new password under it. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {passwordInputs.map((name) => (
          <Field
            key={name}
            required
            label={t(`profile:password.${name}`)}
            hint={name === 'password' ? t('profile:password.hint') : undefined}
            error={problems[name] && wordsOf(name, problems[name])}
          >
            <TextInput
              type="password"
              name={name}
              autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
              value={draft[name]}
              onChange={({ target }) => {
                setDraft({ ...draft, [name]: target.value })
                setProblems({ ...problems, [name]: undefined })
              }}
            />
          </Field>
        ))}
        {refusal !== null && <Banner tone="danger">{t(`errors:${refusal.code}`)}</Banner>}
        <footer className="flex flex-wrap items-center justify-end gap-2">
          <FormActions pending={isPending} onCancel={onClose}>
            {isPending ? t('form:saving') : t('form:save')}
          </FormActions>
        </footer>
      </form>
    </Dialog>
  )
}

const passwordInputs = ['currentPassword', 'password', 'confirmation'] as const
type PasswordInputName = (typeof passwordInputs)[number]
type PasswordDraft = Record<PasswordInputName, string>

/** `PASSWORDS_DIFFER` exists only in this form. */
type PasswordProblem = Code | 'PASSWORDS_DIFFER'
type PasswordProblems = Partial<Record<PasswordInputName, PasswordProblem>>

/** Validates by the server's rules and the form's; returns `change` if valid. */
export const checkPasswords = (
  { confirmation, ...draft }: PasswordDraft,
  role: Role,
): { problems: PasswordProblems; change: PasswordChange | null } => {
  // No field depends on the country.
  const read = validatePlain(passwordChangeFields, draft, { country: 'ic' })
  const problems: PasswordProblems = read.ok
    ? {}
    : Object.fromEntries((read.errors ?? []).map(({ path, code }) => [path, code]))
  const weak = read.ok ? whyNotPassword(draft.password, role) : null
  if (weak !== null) problems.password = weak
  if (confirmation === '') problems.confirmation = 'REQUIRED'
  else if (confirmation !== draft.password) problems.confirmation = 'PASSWORDS_DIFFER'
  return { problems, change: read.ok && Object.keys(problems).length === 0 ? read.value : null }
}
