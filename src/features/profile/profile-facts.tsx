import { useTranslation } from 'react-i18next'
import { languages } from '../../../domain/languages.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import type { Profile } from '../../../domain/users/profile.ts'

/** What one's account says. The address, role, country and plan are for an administrator to change. */
export const ProfileFacts = ({ profile }: { profile: Profile }) => {
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
