import { useTranslation } from 'react-i18next'

/** An ISO week, `2026-W47`, as people say it. */
export const WeekCell = ({ week }: { week: string }) => {
  const { t } = useTranslation('invoices')
  const [year, number] = week.split('-W')
  return <span className="figures">{t('week', { year, number: Number(number) })}</span>
}
