import { useTranslation } from 'react-i18next'
import type { OutboxEntry } from '../../../machines/outbox/outbox-types.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { outcomeLabel } from './outcome-label.ts'

type CardOutboxProps = { waiting: readonly OutboxEntry[]; refused: OutboxEntry | null }

/** What of a parcel waits to be sent, and what the server has said no to, with what to do about it. */
export const CardOutbox = ({ waiting, refused }: CardOutboxProps) => {
  const { t } = useTranslation(['delivery', 'commands', 'errors'])
  const { outbox, user } = useWorkspace()
  return (
    <>
      {refused !== null && (
        <div
          role="alert"
          className="flex flex-col gap-2 rounded-md border border-danger-line bg-danger-soft p-3"
        >
          <p className="flex items-start gap-2 text-base">
            <Icon name="alert" className="mt-0.5 shrink-0 text-danger" />
            <span>
              <span className="font-medium">
                {t('refused.title', { verb: outcomeLabel(refused.verb, t, user.role) })}
              </span>{' '}
              {t(`errors:${refused.refusal ?? 'INTERNAL'}`)}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              className="min-h-12 pointer-coarse:min-h-12 grow"
              icon="refresh"
              onClick={() => outbox.retry(refused.id)}
            >
              {t('refused.retry')}
            </Button>
            <Button
              className="min-h-12 pointer-coarse:min-h-12 grow"
              icon="trash"
              onClick={() => outbox.discard(refused.id)}
            >
              {t('refused.discard')}
            </Button>
          </div>
        </div>
      )}
      {waiting.map((entry) => (
        <div
          key={entry.id}
          className="flex items-center justify-between gap-2 rounded-md border border-warning-line bg-warning-soft py-1 pr-1 pl-3"
        >
          <p className="flex min-w-0 items-center gap-2 text-sm">
            <Icon name="clock" className="shrink-0 text-warning" />
            {t('waiting.one', { verb: outcomeLabel(entry.verb, t, user.role) })}
          </p>
          <Button
            variant="ghost"
            className="min-h-12 pointer-coarse:min-h-12"
            aria-label={t('waiting.discardNumber', { number: entry.record.number })}
            onClick={() => outbox.discard(entry.id)}
          >
            {t('waiting.discard')}
          </Button>
        </div>
      ))}
    </>
  )
}
