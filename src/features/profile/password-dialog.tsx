import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiProblem } from '../../api/api-problem.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Banner } from '../../ui/told/banner.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { sessionsEnded } from './open-sessions.ts'
import {
  checkPasswords,
  type PasswordInputName,
  type PasswordProblem,
  type PasswordProblems,
  passwordInputs,
} from './password-form.ts'

const blank = { currentPassword: '', password: '', confirmation: '' }

/** The present password, and the new one twice. What is wrong stands at its field, the first one focused. */
export const PasswordDialog = ({ email, onClose }: { email: string; onClose: () => void }) => {
  const { t } = useTranslation(['profile', 'form', 'errors', 'commands'])
  const { api, ports } = useWorkspace()
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
    const { problems: found, change } = checkPasswords(draft)
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
        {/* Password managers file the new password under it. */}
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
          <Button variant="ghost" keys="Escape" onClick={onClose}>
            {t('form:cancel')}
          </Button>
          <Button type="submit" variant="primary" keys="Enter" pending={isPending}>
            {isPending ? t('form:saving') : t('form:save')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
