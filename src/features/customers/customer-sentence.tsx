import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import type { Holder } from '../../../domain/access/permissions.ts'
import { admits } from '../../../domain/access/routes.ts'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Customer } from '../../../domain/customers/customer.ts'
import {
  type CustomerPart,
  customerParts,
  customerScore,
  type SpokenOrder,
  tones,
} from '../../../domain/customers/customer-sentence.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { cx } from '../../ui/cx.ts'
import { toneClasses } from '../../ui/feedback/tone.ts'
import { useNow } from '../../ui/format/clock.ts'
import { relativeWords } from '../../ui/format/relative-time.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

const MINUTE_MS = 60_000

type CustomerSentenceProps = { customer: Customer; order: SpokenOrder }

/** The customer of an order in one sentence, whose parts open what they count, after the score that these parts make. */
export const CustomerSentence = ({ customer, order }: CustomerSentenceProps) => {
  const { t, i18n } = useTranslation(['customers', 'common'])
  const { user } = useWorkspace()
  const now = new Date(useNow())
  const locale = localeOf(i18n.language)
  const { timeZone } = countries[order.country]
  const score = customerScore(customer)
  const ageOf = (instant: Date) =>
    now.getTime() - instant.getTime() < MINUTE_MS
      ? t('common:now')
      : relativeWords(instant, { now: now.getTime(), timeZone }, locale, 'long')
  const words = ({ kind, values, at }: CustomerPart) => {
    const ago = at === undefined ? '' : ageOf(new Date(at))
    return t(`sentence.${kind}`, { ...values, ago })
  }
  return (
    <p className="figures wrap-anywhere">
      {score !== null && <Score {...score} locale={locale} />}
      {customerParts(customer, order, now).map((part, at) => {
        const to = linkOf(part, user)
        const tone = tones[part.kind]
        const look = tone === null ? '' : cx('font-medium', toneClasses[tone].text)
        return (
          <Fragment key={part.kind}>
            {at > 0 && ', '}
            {to === null ? (
              <span className={look}>{words(part)}</span>
            ) : (
              <Link
                to={to}
                className={cx(
                  'rounded-sm underline decoration-line underline-offset-4 hover:decoration-current',
                  look,
                )}
              >
                {words(part)}
              </Link>
            )}
          </Fragment>
        )
      })}
    </p>
  )
}

type ScoreProps = { delivered: number; of: number; locale: string }

const Score = ({ delivered, of, locale }: ScoreProps) => {
  const { t } = useTranslation('customers')
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(delivered / of)
  return (
    <span
      title={t('sentence.score', { delivered, of })}
      className="mr-2 inline-block rounded-sm border border-line px-1.5 text-sm whitespace-nowrap"
    >
      <span className="sr-only">{t('sentence.scoreName')} </span>
      <span className="font-semibold">
        {delivered}/{of}
      </span>{' '}
      <span className="text-ink-muted">{percent}</span>
    </span>
  )
}

/** Parcels open in their own list, for those without it among the orders; null where neither may be read. */
const linkOf = ({ opens }: CustomerPart, user: Holder): string | null => {
  if (opens === null) return null
  if ('order' in opens) {
    const { id, shipping } = opens.order
    if (admits('/orders/view/:id', user)) return paths.view('orders', id)
    return shipping !== null && admits('/shippings/view/:id', user) ? paths.view('shippings', shipping) : null
  }
  const { resource, where } = opens
  const { keyword, status, country } = where
  const filters = (name: string) => `${keyword} ${name}:${status} country:${country}`
  if (resource === 'shippings' && admits('/shippings/list', user))
    return paths.list('shippings', filters('status'))
  if (!admits('/orders/list', user)) return null
  return paths.list('orders', filters(resource === 'shippings' ? 'shippingStatus' : 'status'))
}
