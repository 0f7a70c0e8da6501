import { useTranslation } from 'react-i18next'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { TextCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { callPolicyActions } from './commands.ts'

const CountryCell = ({ country }: { country: CountryCode }) => {
  const { t } = useTranslation('countries')
  return <TextCell value={t(country)} />
}

export const callPolicyView = defineView(callPolicyActions, {
  columns: columnsOf('call-policies', {
    number: {},
    country: { narrow: 'title', width: 170, cell: ({ country }) => <CountryCell country={country} /> },
    hours: { narrow: 'line', width: 220 },
    weekdaysOff: { width: 180 },
    daysOff: { width: 180, hidden: true },
    spacing: { narrow: 'meta', width: 180 },
    mostAttempts: { width: 120 },
    spent: { width: 120 },
    promisedFor: { width: 130, hidden: true },
    distribution: { width: 220 },
    queueOrder: { width: 220 },
    mostWait: { width: 130, hidden: true },
    updatedAt: {},
  }),
  main: ['call-policy.edit'],
  form: {
    sections: [
      { id: 'times', fields: ['hours', 'weekdaysOff', 'daysOff'] },
      { id: 'attempts', fields: ['spacing', 'mostAttempts'] },
      { id: 'queue', fields: ['distribution', 'queueOrder', 'mostWait', 'promisedFor'] },
    ],
  },
})
