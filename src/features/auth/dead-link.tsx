import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthLink } from './auth-link.tsx'
import { GoButton } from './go-button.tsx'
import { Note } from './note.tsx'

type DeadLinkProps = {
  /** Where another link can be asked for. */
  again: string
  language?: ReactNode
}

/** A link that was used, or is too old, or was cut in two by a mail program. */
export const DeadLink = ({ again, language }: DeadLinkProps) => {
  const { t } = useTranslation('auth')
  return (
    <AuthFrame title={t('dead.title')} lead={t('dead.lead')} language={language}>
      <Note icon="link" tone="danger">
        {t('dead.note')}
      </Note>
      <GoButton to={again}>{t('dead.again')}</GoButton>
      <p className="text-center text-sm">
        <AuthLink to={paths.login()}>{t('links.login')}</AuthLink>
      </p>
    </AuthFrame>
  )
}
