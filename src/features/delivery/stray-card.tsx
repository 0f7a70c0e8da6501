import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Money, moneyFormat } from '../../ui/format/money.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useDiscard } from '../../workspace/use-discard.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { outcomeLabel } from './delivery-commands.ts'
import type { StrayDelivery } from './optimistic-overlay.ts'

type StrayCardProps = { stray: StrayDelivery; country: CountryCode }

/** A parcel that somebody else has now, though its courier did something with it: cash to keep, and whom to call. */
export const StrayCard = ({ stray, country }: StrayCardProps) => {
  const { t, i18n } = useTranslation(['delivery', 'commands', 'errors'])
  const { outbox, user } = useWorkspace()
  const discard = useDiscard()
  const headingId = useId()
  const { record, entries, refused, cash } = stray
  const { currency } = countries[country]
  const isGone = refused.refusal === 'NOT_FOUND' || refused.refusal === 'NO_SUCH_TRANSITION'
  return (
    <article
      role="alert"
      aria-labelledby={headingId}
      className="flex flex-col gap-3 rounded-lg border border-danger-line bg-danger-soft p-4"
    >
      <div className="flex items-start gap-2">
        <Icon name="alert" className="mt-1 shrink-0 text-danger" />
        <div className="min-w-0">
          <h3 id={headingId} className="text-lg font-semibold wrap-anywhere">
            {record.name}
          </h3>
          <p className="figures text-sm text-ink-muted">{t('number', { number: record.number })}</p>
        </div>
      </div>
      {cash !== null && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <Money amount={cash} currency={currency} className="text-2xl font-semibold" />
          <span className="text-sm text-ink-muted">{t('card.collected')}</span>
        </p>
      )}
      <p className="text-base">
        {!isGone
          ? t(`errors:${refused.refusal ?? 'INTERNAL'}`)
          : cash === null
            ? t('stray.gone')
            : t('stray.goneWithCash', {
                cash: moneyFormat(localeOf(i18n.language), currency, true)(cash),
              })}
      </p>
      <ul className="text-sm text-ink-muted">
        {entries.map(({ id, verb }) => (
          <li key={id}>{t('stray.unrecorded', { verb: outcomeLabel(verb, t, user.role) })}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          className="min-h-12 pointer-coarse:min-h-12 grow"
          icon="refresh"
          aria-label={t('stray.retryNumber', { number: record.number })}
          onClick={() => outbox.retry(refused.id)}
        >
          {t('refused.retry')}
        </Button>
        <Button
          className="min-h-12 pointer-coarse:min-h-12 grow"
          icon="trash"
          aria-label={t('stray.discardNumber', { number: record.number })}
          onClick={() => void discard(entries)}
        >
          {t('refused.discard')}
        </Button>
      </div>
    </article>
  )
}
