import { useTranslation } from 'react-i18next'
import type { Passkey } from '../../../domain/users/passkeys.ts'
import type { SecondFactor } from '../../../domain/users/second-factor.ts'
import type { LinkedIdentity } from '../../../domain/users/single-sign-on.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from '../records/command-button.tsx'
import { FailedList, ProfileSection } from './profile-section.tsx'
import type { Answered } from './use-answer.ts'

/** `factor`: null while it is loading. */
export const SecondFactorSection = ({ factor }: { factor: SecondFactor | null }) => {
  const { t } = useTranslation('profile')
  // Of passkeys too.
  const hasCodes = factor !== null && (factor.isOn || factor.recoveryCodesLeft > 0)
  return (
    <ProfileSection
      title={t('secondFactor.title')}
      lead={t('secondFactor.lead')}
      actions={
        factor !== null && (
          <div className="flex flex-wrap gap-2">
            {hasCodes && <CommandButton command="profile.recovery-codes" variant="secondary" />}
            {factor.isOn ? (
              <CommandButton command="profile.no-second-factor" variant="secondary" />
            ) : (
              <CommandButton command="profile.second-factor" />
            )}
          </div>
        )
      }
    >
      {hasCodes && (
        <p className="flex flex-wrap gap-x-1.5 text-sm text-ink-muted">
          {factor.since !== null && (
            <>
              <span>
                {t('secondFactor.since')} <RelativeTime value={factor.since} />
              </span>
              <span aria-hidden="true">·</span>
            </>
          )}
          <span>{t('secondFactor.left', { count: factor.recoveryCodesLeft })}</span>
        </p>
      )}
    </ProfileSection>
  )
}

/** Passkeys with actions. */
export const PasskeySection = ({ answered }: { answered: Answered<{ items: Passkey[] }> }) => {
  const { t } = useTranslation(['profile', 'errors', 'list'])
  const { answer, failure, reload } = answered
  const items = answer?.items ?? []
  return (
    <ProfileSection
      title={t('profile:passkeys.title')}
      lead={t('profile:passkeys.lead')}
      actions={<CommandButton command="profile.add-passkey" variant="secondary" />}
    >
      {(failure !== null || items.length > 0) && (
        <>
          {failure !== null && <FailedList code={failure} onRefresh={reload} />}
          {items.length > 0 && (
            <ul className="divide-y divide-line">
              {items.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )}
        </>
      )}
    </ProfileSection>
  )
}

const PasskeyRow = ({ passkey }: { passkey: Passkey }) => {
  const { t } = useTranslation('profile')
  const { runWith } = useWorkspace()
  const { id, name, createdAt, lastUsedAt, isSynced, isUsable } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <Icon name="key" className="text-ink-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2">
          <span dir="auto" className="font-medium break-words">
            {name}
          </span>
          {isSynced && <StatusBadge tone="neutral">{t('passkeys.synced')}</StatusBadge>}
          {!isUsable && <StatusBadge tone="warning">{t('passkeys.elsewhere')}</StatusBadge>}
        </p>
        <p className="flex flex-wrap gap-x-1.5 text-sm text-ink-muted">
          <span>
            {t('passkeys.added')} <RelativeTime value={createdAt} />
          </span>
          <span aria-hidden="true">·</span>
          {lastUsedAt === null ? (
            <span>{t('passkeys.unused')}</span>
          ) : (
            <span>
              {t('passkeys.used')} <RelativeTime value={lastUsedAt} />
            </span>
          )}
        </p>
      </div>
      <Button
        size="sm"
        aria-label={t('passkeys.renameNamed', { name })}
        onClick={() => runWith('profile.rename-passkey', { passkey: id })}
      >
        {t('passkeys.rename')}
      </Button>
      <Button
        size="sm"
        aria-label={t('passkeys.removeNamed', { name })}
        onClick={() => runWith('profile.remove-passkey', { passkey: id })}
      >
        {t('passkeys.remove')}
      </Button>
    </li>
  )
}

/** Identity providers that the account is linked to; nothing without one. */
export const IdentitySection = ({ answered }: { answered: Answered<{ items: LinkedIdentity[] }> }) => {
  const { t } = useTranslation('profile')
  const { answer } = answered
  if (answer === null || answer.items.length === 0) return null
  return (
    <ProfileSection title={t('identities.title')} lead={t('identities.lead')}>
      <ul className="divide-y divide-line">
        {answer.items.map((identity) => (
          <IdentityRow key={`${identity.issuer} ${identity.createdAt}`} identity={identity} />
        ))}
      </ul>
    </ProfileSection>
  )
}

const IdentityRow = ({ identity }: { identity: LinkedIdentity }) => {
  const { t } = useTranslation('profile')
  const { runWith } = useWorkspace()
  const { issuer, provider, createdAt, lastUsedAt } = identity
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <Icon name="link" className="text-ink-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p dir="auto" className="font-medium break-words">
          {provider}
        </p>
        <p className="text-sm break-words text-ink-muted">{issuer}</p>
        <p className="flex flex-wrap gap-x-1.5 text-sm text-ink-muted">
          <span>
            {t('identities.linked')} <RelativeTime value={createdAt} />
          </span>
          <span aria-hidden="true">·</span>
          <span>
            {t('identities.used')} <RelativeTime value={lastUsedAt} />
          </span>
        </p>
      </div>
      <Button
        size="sm"
        aria-label={t('identities.unlinkNamed', { name: provider })}
        onClick={() => runWith('profile.unlink-identity', { identity: issuer })}
      >
        {t('identities.unlink')}
      </Button>
    </li>
  )
}
