import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { TextCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { tariffActions } from './commands.ts'

export const tariffView = defineView(tariffActions, {
  columns: columnsOf('tariffs', {
    number: {},
    name: {
      header: 'tariffs:fields.zone',
      width: 220,
      cell: ({ zoneName }) => <ZoneCell zoneName={zoneName} />,
    },
    owner: { width: 180 },
    from: {},
    to: {},
    delivery: { narrow: 'side', width: 120 },
    returned: { narrow: 'meta', width: 110 },
    refused: { width: 110 },
    piece: { width: 130 },
    cashPercent: { width: 130, cell: ({ cashPercent }) => <PercentCell value={cashPercent} /> },
    cashFixed: { width: 150 },
    cashLeast: { width: 170, hidden: true },
    cashMost: { width: 170, hidden: true },
    courier: { width: 150 },
    createdAt: { hidden: true },
  }),
  actions: ['tariff.create', 'tariff.grid'],
  firstSteps: ['tariff.create', 'tariff.grid'],
  form: {
    sections: [
      { id: 'reach', fields: ['zone', 'owner', 'from', 'to'] },
      { id: 'fees', fields: ['delivery', 'returned', 'refused', 'piece', 'courier'] },
      { id: 'cash', fields: ['cashPercent', 'cashFixed', 'cashLeast', 'cashMost'] },
      { id: 'place', fields: ['country'] },
    ],
  },
})

/** A tariff without a zone is that of the rest of the country. */
function ZoneCell({ zoneName }: { zoneName: string | null }) {
  const { t } = useTranslation('tariffs')
  return <TextCell value={zoneName ?? t('restOfCountry')} />
}

function PercentCell({ value }: { value: number | null }) {
  const { i18n } = useTranslation()
  const format = numberFormat(localeOf(i18n.language), { maximumFractionDigits: 3 })
  return <TextCell value={value === null ? null : `${format.format(value)} %`} />
}
