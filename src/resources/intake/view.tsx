import { useTranslation } from 'react-i18next'
import type { IntakeEvent } from '../../../domain/intake/intake.ts'
import { TextCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { intakeLooks } from '../shared/status-tones.ts'
import { intakeActions } from './commands.ts'

export const intakeView = defineView(intakeActions, {
  columns: columnsOf('intake', {
    number: {},
    name: {},
    verdict: { looks: intakeLooks, action: undefined },
    reason: { width: 240, cell: ({ reason }) => <ReasonCell reason={reason} /> },
    customerName: { narrow: 'meta' },
    customerPhone: {},
    source: {},
    orders: { width: 140, cell: ({ orders }) => <TextCell value={numbersOf(orders)} /> },
    event: { width: 120, hidden: true },
    externalId: { hidden: true },
    owner: {},
    receivedAt: { narrow: 'meta' },
    workedAt: { hidden: true },
  }),
  main: ['intake.map', 'intake.replay'],
  firstSteps: ['source.create'],
})

const ReasonCell = ({ reason }: Pick<IntakeEvent, 'reason'>) => {
  const { t } = useTranslation('errors')
  return <TextCell value={reason === null ? null : t(reason)} />
}

const numbersOf = (orders: IntakeEvent['orders']): string | null =>
  orders.length === 0 ? null : orders.map(({ number }) => `#${number}`).join(', ')
