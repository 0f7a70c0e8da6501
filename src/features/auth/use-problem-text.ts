import { useTranslation } from 'react-i18next'
import type { Code } from '../../../domain/codes.ts'

/** The words for a code: those of the field first, else the ones that every screen uses. */
export const useProblemText = () => {
  const { t } = useTranslation(['auth', 'errors'])
  return (field: 'email' | 'password' | 'form', code: Code | 'OFFLINE'): string =>
    t([`auth:problems.${field}.${code}`, `errors:${code}`])
}
