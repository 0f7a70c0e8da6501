import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router-dom'
import { countries, countryCodes } from '../../../domain/core/countries.ts'
import { languageCodes, localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { BesideContext } from '../../layouts/split-frame.tsx'
import { LabelBars } from '../../ui/icons/brand.tsx'
import { Keycap } from '../../ui/kbd/keycap.tsx'

/** Split layout of the numbered public screens. */
export const SplitLayout = () => (
  <BesideContext value={<PromisePanel />}>
    <Outlet />
  </BesideContext>
)

/** Second half: product summary by shortcuts. */
const PromisePanel = () => {
  const { t, i18n } = useTranslation('landing')
  const number = numberFormat(localeOf(i18n.language))
  return (
    <aside
      data-theme="dark"
      aria-label={t('promise.label')}
      className="flex min-h-dvh flex-col justify-between gap-8 overflow-x-clip border-l border-line bg-topbar p-12 text-ink"
    >
      <p className="max-w-140 text-4xl font-semibold tracking-tight text-balance">{t('promise.title')}</p>
      <ol className="flex max-w-140 flex-col">
        {steps.map(({ id, keys }) => (
          <li
            key={id}
            className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-4 border-t border-line py-3.5"
          >
            <Keycap isSubject keys={keys} />
            <span className="text-lg text-pretty text-ink-muted">{t(`promise.${id}`)}</span>
          </li>
        ))}
      </ol>
      <div className="flex items-end justify-between gap-6">
        <dl className="flex flex-wrap gap-x-10 gap-y-4">
          {figures.map(({ id, count }) => (
            <div key={id} className="flex flex-col-reverse">
              <dt className="text-sm text-ink-muted">{t(`figures.${id}`, { count })}</dt>
              <dd className="figures text-3xl font-semibold">{number.format(count)}</dd>
            </div>
          ))}
        </dl>
        <LabelBars className="h-10 w-28 shrink-0 text-ink-faint" />
      </div>
    </aside>
  )
}

/** Sample steps of a working day. */
const steps = [
  { id: 'find', keys: 'Mod+k' },
  { id: 'select', keys: 'Mod+a' },
  { id: 'status', keys: 's' },
  { id: 'undo', keys: 'u' },
] as const

/** Figures counted from the tables. */
const figures = [
  { id: 'countries', count: countryCodes.length },
  { id: 'currencies', count: new Set(Object.values(countries).map(({ currency }) => currency)).size },
  { id: 'languages', count: languageCodes.length },
] as const
