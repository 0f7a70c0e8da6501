import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { AuthLink } from './auth-frame.tsx'

/** A login that too many wrong passwords have locked is opened by a new password, set through the mail. */
export const LockedHelp = ({ onFollow }: { onFollow?: () => void }) => {
  const { t } = useTranslation('auth')
  return (
    <p className="text-ink">
      {t('locked.reset')}{' '}
      <AuthLink to={paths.forgetPassword()} onFollow={onFollow}>
        {t('locked.link')}
      </AuthLink>
    </p>
  )
}
