import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useAuth, useUser } from './auth-context.ts'
import { AuthFrame, GoButton, Note } from './auth-frame.tsx'
import { deviceName } from './device-name.ts'
import { EnrolForm, RecoveryCodeActions, RecoveryCodeList } from './enrol-form.tsx'
import { Refusal } from './proof-form.tsx'
import { usePasskeyPrompt } from './use-passkey-prompt.ts'

/** Third gate: a user who must have a second factor enrols it. Without a session: where to sign in. */
export const EnrolScreen = () => {
  const { t } = useTranslation(['auth', 'profile'])
  const { api, session, language } = useAuth()
  const user = useUser()
  const navigate = useNavigate()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const done = () => session.send({ type: 'gates.check' })
  const passkey = usePasskeyPrompt({
    isNew: true,
    begin: (options) => api.profile.beginPasskey(options),
    onAnswer: async (made) => {
      const name = deviceName(navigator.userAgent) ?? t('profile:passkeys.title')
      const { recoveryCodes } = await api.profile.addPasskey({ name, passkey: made })
      if (recoveryCodes === undefined) done()
      else setCodes(recoveryCodes)
    },
  })
  if (user === null) {
    return (
      <AuthFrame title={t('auth:enrol.title')} lead={t('auth:enrol.lead')} language={language}>
        <GoButton to={paths.login()}>{t('auth:login.submit')}</GoButton>
      </AuthFrame>
    )
  }
  if (codes !== null) {
    return (
      <AuthFrame
        title={t('profile:secondFactor.codes')}
        lead={t('profile:secondFactor.codesLead')}
        language={language}
      >
        <RecoveryCodeList codes={codes} />
        <div className="flex flex-wrap gap-2">
          <RecoveryCodeActions codes={codes} onDone={done} />
        </div>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('auth:enrol.title')} lead={t('auth:enrol.lead')} language={language}>
      <Note icon="shield-check">{user.email}</Note>
      <p className="text-sm text-ink-muted">{t('profile:secondFactor.scan')}</p>
      <EnrolForm
        api={api}
        onEnrolled={setCodes}
        actions={(isPending) => (
          <div className="flex flex-col gap-2">
            <Button type="submit" variant="primary" size="lg" keys="Enter" pending={isPending}>
              {t('profile:secondFactor.add')}
            </Button>
            <Refusal code={passkey.failure?.code ?? null} />
            <Button size="lg" icon="key" pending={passkey.isAsking} onClick={passkey.ask}>
              {t('auth:enrol.passkey')}
            </Button>
            <Button variant="ghost" size="lg" icon="log-out" onClick={() => void navigate(paths.logout())}>
              {t('auth:gate.signOut')}
            </Button>
          </div>
        )}
      />
    </AuthFrame>
  )
}
