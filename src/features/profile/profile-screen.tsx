import { useAtom } from '@xstate/store-react'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '../../../domain/core/languages.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import type { OpenSession, Profile } from '../../../domain/users/profile.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ErrorState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Banner, StatusBadge } from '../../ui/feedback/status.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { useAuth } from '../auth/auth-context.ts'
import { deviceName, isPhone } from '../auth/device-name.ts'
import { CommandButton } from '../records/command-button.tsx'
import { AddPasskeyDialog } from './passkey-dialog.tsx'
import { passkeysRound, sessionsRound } from './profile-commands.ts'
import { DetailsDialog, PasswordDialog } from './profile-dialogs.tsx'
import { FailedList, ProfileSection } from './profile-section.tsx'
import {
  EnrolDialog,
  RecoveryCodesDialog,
  RemoveFactorDialog,
  UnlinkDialog,
} from './second-factor-dialogs.tsx'
import { IdentitySection, PasskeySection, SecondFactorSection } from './sign-in-sections.tsx'
import { useAnswer } from './use-answer.ts'

/** Account data, password and open sessions. */
export const ProfileScreen = () => {
  const { t } = useTranslation(['profile', 'commands', 'errors', 'list'])
  const { api } = useWorkspace()
  const {
    answer: profile,
    failure,
    reload,
  } = useAnswer(useCallback((signal: AbortSignal) => api.profile.read({ signal }), [api]))
  const factor = useAnswer(useCallback((signal: AbortSignal) => api.profile.secondFactor({ signal }), [api]))
  const passkeys = useAnswer(useCallback((signal: AbortSignal) => api.profile.passkeys({ signal }), [api]))
  const identities = useAnswer(
    useCallback((signal: AbortSignal) => api.profile.identities({ signal }), [api]),
  )
  const round = useAtom(passkeysRound)
  const [reloadFactor, reloadPasskeys] = [factor.reload, passkeys.reload]
  useEffect(() => {
    if (round === 0) return
    reloadFactor()
    reloadPasskeys()
  }, [round, reloadFactor, reloadPasskeys])
  useKeyContext('page:profile')
  return (
    <Page width="column" title={t('commands:go.profile.place')}>
      {failure !== null && profile === null && (
        <ErrorState
          title={t('profile:failed')}
          detail={t(`errors:${failure}`)}
          action={{ label: t('list:refresh'), onPress: reload }}
        />
      )}
      {failure !== null && profile !== null && (
        <Banner tone="warning" icon="wifi-off" action={{ label: t('list:refresh'), onPress: reload }}>
          {t(`errors:${failure}`)}
        </Banner>
      )}
      {failure === null && profile === null && <Skeleton lines={6} />}
      {profile !== null && (
        <div className="flex flex-col gap-6">
          <ProfileSection
            title={t('profile:details.title')}
            actions={<CommandButton command="profile.edit" />}
          >
            <ProfileFacts profile={profile} />
          </ProfileSection>
          <ProfileSection
            title={t('profile:password.title')}
            lead={t('profile:password.lead')}
            actions={<CommandButton command="profile.password" />}
          />
          <SecondFactorSection factor={factor.answer} />
          <PasskeySection answered={passkeys} />
          <IdentitySection answered={identities} />
          <SessionList />
          <OpenDialog
            profile={profile}
            onChanged={reload}
            onFactor={factor.reload}
            onUnlinked={identities.reload}
          />
        </div>
      )}
    </Page>
  )
}

type OpenDialogProps = {
  profile: Profile
  onChanged: () => void
  onFactor: () => void
  onUnlinked: () => void
}

/** The open dialog is in the URL, so that commands can open it. */
const OpenDialog = ({ profile, onChanged, onFactor, onUnlinked }: OpenDialogProps) => {
  const { session } = useAuth()
  const onEnrolled = () => {
    onFactor()
    session.send({ type: 'session.enrolled' })
  }
  const [params, edit] = useQueryParams()
  const open = params.get('open')
  const close = () =>
    edit((params) => {
      params.delete('open')
      params.delete('issuer')
    })
  const issuer = params.get('issuer')
  if (open === 'unlink-identity' && issuer !== null)
    return <UnlinkDialog issuer={issuer} onClose={close} onChanged={onUnlinked} />
  if (open === 'password') return <PasswordDialog email={profile.email} onClose={close} />
  if (open === 'second-factor') return <EnrolDialog onClose={close} onChanged={onEnrolled} />
  if (open === 'add-passkey') return <AddPasskeyDialog onClose={close} onAdded={onEnrolled} />
  if (open === 'recovery-codes') return <RecoveryCodesDialog onClose={close} onChanged={onFactor} />
  if (open === 'no-second-factor') return <RemoveFactorDialog onClose={close} onChanged={onFactor} />
  if (open !== 'details') return null
  return (
    <DetailsDialog
      profile={profile}
      onClose={close}
      onSaved={(saved) => {
        close()
        onChanged()
        if (saved.name !== profile.name) session.send({ type: 'session.renamed', name: saved.name })
      }}
    />
  )
}

/** Account data. E-mail, role, country and plan are edited by administrators. */
const ProfileFacts = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation(['profile', 'users', 'countries', 'list'])
  const facts: readonly (readonly [string, string])[] = [
    [t('profile:fields.name'), profile.name],
    [t('users:fields.email'), profile.email],
    [t('profile:fields.phone'), formatPhone(profile.phone)],
    [t('profile:fields.language'), languages[profile.language].name],
    [t('users:fields.role'), t(`users:role.${profile.role}`)],
    [t('users:fields.country'), t(`countries:${profile.country}`)],
    [t('users:fields.package'), profile.packageName ?? t('list:none')],
  ]
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
      {facts.map(([term, value]) => (
        <div key={term} className="min-w-0">
          <dt className="text-xs text-ink-muted">{term}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Open sessions with actions. */
const SessionList = () => {
  const { t } = useTranslation(['profile', 'errors', 'list'])
  const { api } = useWorkspace()
  const { answer, failure, reload } = useAnswer(
    useCallback((signal: AbortSignal) => api.sessions.list({ signal }), [api]),
  )
  const round = useAtom(sessionsRound)
  useEffect(() => {
    if (round > 0) reload()
  }, [round, reload])
  const hasOthers = answer !== null && answer.items.length > 1
  return (
    <ProfileSection
      title={t('profile:sessions.title')}
      lead={t('profile:sessions.lead')}
      actions={hasOthers && <CommandButton command="session.end-others" variant="secondary" />}
    >
      {failure !== null && <FailedList code={failure} onRefresh={reload} />}
      {failure === null && answer === null && <Skeleton lines={3} />}
      {answer !== null && (
        <ul className="divide-y divide-line">
          {answer.items.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </ProfileSection>
  )
}

const SessionRow = ({ session }: { session: OpenSession }) => {
  const { t } = useTranslation(['profile', 'commands'])
  const { runWith } = useWorkspace()
  const { id, userAgent, address, createdAt, lastUsedAt, isCurrent } = session
  const device = deviceName(userAgent) ?? t('profile:sessions.unknown')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <Icon name={isPhone(userAgent) ? 'phone' : 'monitor'} className="text-ink-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-words">{device}</span>
          {isCurrent && <StatusBadge tone="success">{t('profile:sessions.current')}</StatusBadge>}
        </p>
        <p className="flex flex-wrap gap-x-1.5 text-sm text-ink-muted">
          <span>
            {t('profile:sessions.opened')} <RelativeTime value={createdAt} />
          </span>
          <span aria-hidden="true">·</span>
          <span>
            {t('profile:sessions.seen')} <RelativeTime value={lastUsedAt} />
          </span>
          {address !== null && (
            <>
              <span aria-hidden="true">·</span>
              <span dir="ltr">{address}</span>
            </>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button
          size="sm"
          aria-label={t('profile:sessions.endNamed', { device })}
          onClick={() => runWith('session.end', { session: id })}
        >
          {t('profile:sessions.end')}
        </Button>
      )}
    </li>
  )
}
