import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DemoCompany } from '../../../domain/users/user.ts'
import type { Api } from '../../api/create-api.ts'
import type { DemoLogin } from './demo-logins.tsx'

/** The demo company's logins with their roles in words; null where a real company works. */
export const useDemoLogins = (
  sessions: Pick<Api['sessions'], 'demo'>,
): { logins: DemoLogin[]; password: string } | null => {
  const { t } = useTranslation('users')
  const [demo, setDemo] = useState<DemoCompany | null>(null)
  useEffect(() => {
    const request = new AbortController()
    sessions.demo({ signal: request.signal }).then(setDemo, () => undefined)
    return () => request.abort()
  }, [sessions])
  if (demo === null) return null
  return {
    password: demo.password,
    logins: demo.logins.map(({ email, role }) => ({ email, role: t(`role.${role}`) })),
  }
}
