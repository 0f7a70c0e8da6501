import { useTranslation } from 'react-i18next'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { TextCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { callPolicyActions } from './commands.ts'
import { spacingWords } from './spacing-words.ts'

const CountryCell = ({ country }: { country: CountryCode }) => {
  const { t } = useTranslation('countries')
  return <TextCell value={t(country)} />
}

const SpacingCell = ({ spacing }: { spacing: string | null }) => {
  const { t } = useTranslation('call-policies')
  return <TextCell value={spacing === null ? null : spacingWords(spacing, t)} />
}

export const callPolicyView = defineView(callPolicyActions, {
  columns: columnsOf('call-policies', {
    number: {},
    country: { narrow: 'title', width: 170, cell: ({ country }) => <CountryCell country={country} /> },
    hours: { narrow: 'line', width: 220 },
    weekdaysOff: { width: 180 },
    daysOff: { width: 180, hidden: true },
    spacing: { narrow: 'meta', width: 180, cell: ({ spacing }) => <SpacingCell spacing={spacing} /> },
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
    written: ({ spacing, ...policy }, t) => ({
      ...policy,
      spacing: spacing ? spacingWords(spacing, t) : null,
    }),
    sections: [
      { id: 'times', fields: ['hours', 'weekdaysOff', 'daysOff'] },
      { id: 'attempts', fields: ['spacing', 'mostAttempts'] },
      { id: 'queue', fields: ['distribution', 'queueOrder', 'mostWait', 'promisedFor'] },
    ],
  },
})
