import { useAtom } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { discardedWith, isStuck, type OutboxEntry } from '../../machines/outbox/outbox-types.ts'
import { Button } from '../ui/buttons/button.tsx'
import { refusalKey } from './refusal-key.ts'
import { useDiscard } from './use-discard.ts'
import { useWorkspace } from './workspace.ts'

/** Dialog of unsent changes in order, and refused ones with reason and actions. */
const OutboxLines = () => {
  const { t } = useTranslation('outbox')
  const { outbox } = useWorkspace()
  const { entries } = useAtom(outbox.view)
  if (entries.length === 0) return null
  return (
    <section aria-label={t('title')}>
      <div className="mb-1 flex items-center justify-between gap-3">
        <h3 className="text-sm font-medium text-ink-muted">{t('title')}</h3>
        <Button size="sm" icon="refresh" onClick={outbox.flush}>
          {t('sendNow')}
        </Button>
      </div>
      <ul className="flex flex-col">
        {entries.map((entry) => (
          <Line key={entry.id} entry={entry} isBehind={isStuck(entry, entries)} />
        ))}
      </ul>
    </section>
  )
}

/** `isBehind`: an older change of the same record was refused. */
type LineProps = { entry: OutboxEntry; isBehind: boolean }

const Line = ({ entry, isBehind }: LineProps) => {
  const { t } = useTranslation(['outbox', 'commands', 'delivery', 'errors'])
  const { outbox, user } = useWorkspace()
  const discard = useDiscard()
  const { id, record, verb, refusal } = entry
  const { number } = record
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-60">
        <p>{t('outbox:line', { number, name: record.name, verb: t(`commands:${verb}.label`) })}</p>
        <p className={refusal === null ? 'text-sm text-ink-muted' : 'text-sm text-danger'}>
          {refusal === null
            ? t(isBehind ? 'outbox:waitsBehind' : 'outbox:waits')
            : t('outbox:wasRefused', { reason: t(refusalKey(entry, user.role)) })}
        </p>
      </div>
      <div className="flex gap-2">
        {refusal !== null && (
          <Button size="sm" aria-label={t('outbox:retryNumber', { number })} onClick={() => outbox.retry(id)}>
            {t('outbox:retry')}
          </Button>
        )}
        <Button
          size="sm"
          aria-label={t('outbox:discardNumber', { number })}
          onClick={() =>
            refusal === null && !isBehind
              ? outbox.discard(id)
              : void discard(discardedWith(entry, outbox.view.get().entries))
          }
        >
          {t('outbox:discard')}
        </Button>
      </div>
    </li>
  )
}

export default OutboxLines
