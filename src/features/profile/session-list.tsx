import { useAtom } from '@xstate/store-react'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenSession } from '../../../domain/users/profile.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/figures/relative-time.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Skeleton } from '../../ui/told/skeleton.tsx'
import { StatusBadge } from '../../ui/told/status-badge.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from '../records/command-button.tsx'
import { deviceName, isPhone } from './device-name.ts'
import { sessionsRound } from './open-sessions.ts'
import { ProfileSection } from './profile-section.tsx'
import { useAnswer } from './use-answer.ts'

/** Where one is signed in, and the ways to end that. */
export const SessionList = () => {
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
      {failure !== null && (
        <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <p>{t(`errors:${failure}`)}</p>
          <Button size="sm" onClick={reload}>
            {t('list:refresh')}
          </Button>
        </div>
      )}
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
  const { id, userAgent, createdAt, lastUsedAt, isCurrent } = session
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
