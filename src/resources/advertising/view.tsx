import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { advertisingActions } from './commands.ts'

export const advertisingView = defineView(advertisingActions, {
  columns: columnsOf('advertising', {
    number: {},
    product: { width: 260 },
    day: { width: 130 },
    amount: { narrow: 'side', width: 140 },
    channel: { narrow: 'meta', width: 150 },
    note: { width: 240 },
    owner: {},
    createdAt: {},
  }),
  actions: ['ad-cost.create', 'ad-cost.paste'],
  firstSteps: ['ad-cost.create', 'ad-cost.paste'],
})
