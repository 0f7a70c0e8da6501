import { useTranslation } from 'react-i18next'
import type { Analytics } from '../../../domain/analytics/analytics.ts'
import { localeOf } from '../../../domain/languages.ts'
import { RelativeTime } from '../../ui/figures/relative-time.tsx'
import { figureWords } from './figure-words.ts'

type DashboardNotesProps = { data: Analytics; readAt: number; isOutdated: boolean; mayOpen: boolean }

/** Of when, of which period and in which currency the figures are. */
export const DashboardNotes = ({ data, readAt, isOutdated, mayOpen }: DashboardNotesProps) => {
  const { t, i18n } = useTranslation('dashboard')
  const words = figureWords(localeOf(i18n.language), data.country)
  const name = new Intl.DisplayNames([localeOf(i18n.language)], { type: 'currency' }).of(data.currency)
  return (
    <div className="flex flex-col gap-x-4 gap-y-1 text-sm text-pretty text-ink-muted sm:flex-row sm:flex-wrap sm:items-baseline">
      <p>
        {t('compared', {
          days: words.days(data.startDate, data.endDate),
          before: words.days(data.previousStartDate, data.previousEndDate),
        })}
      </p>
      <p>{t('currency', { name })}</p>
      {!mayOpen && <p>{t('readOnly')}</p>}
      <div className="flex items-center gap-1 sm:ml-auto">
        <p role="status" className="text-info empty:hidden">
          {isOutdated ? t('outdated') : null}
        </p>
        {!isOutdated && (
          <p>
            {t('readAt')} <RelativeTime value={new Date(readAt)} />
          </p>
        )}
      </div>
    </div>
  )
}
