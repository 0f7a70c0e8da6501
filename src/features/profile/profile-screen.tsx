import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../domain/users/profile.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { Banner } from '../../ui/told/banner.tsx'
import { ErrorState } from '../../ui/told/error-state.tsx'
import { Skeleton } from '../../ui/told/skeleton.tsx'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { useAuth } from '../auth/auth-context.ts'
import { CommandButton } from '../records/command-button.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionList } from './session-list.tsx'
import { useAnswer } from './use-answer.ts'

/** Who one is, how one gets in, and where one is signed in. */
export const ProfileScreen = () => {
  const { t } = useTranslation(['profile', 'commands', 'errors', 'list'])
  const { api } = useWorkspace()
  const {
    answer: profile,
    failure,
    reload,
  } = useAnswer(useCallback((signal: AbortSignal) => api.profile.read({ signal }), [api]))
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
          <SessionList />
          <OpenDialog profile={profile} onChanged={reload} />
        </div>
      )}
    </Page>
  )
}

type OpenDialogProps = { profile: Profile; onChanged: () => void }

/** Which dialog stands open is in the address, so that a command can open it from anywhere. */
const OpenDialog = ({ profile, onChanged }: OpenDialogProps) => {
  const { session } = useAuth()
  const [params, edit] = useQueryParams()
  const open = params.get('open')
  const close = () => edit((params) => params.delete('open'))
  if (open === 'password') return <PasswordDialog email={profile.email} onClose={close} />
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
