import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { answerLooks } from '../shared/status-tones.ts'
import { requestActions } from './commands.ts'

export const requestView = defineView(requestActions, {
  columns: columnsOf('requests', {
    number: {},
    name: {},
    productImage: {},
    status: { looks: answerLooks },
    quantity: { width: 92 },
    price: { narrow: 'meta' },
    owner: {},
    description: {},
    createdAt: {},
    comment: {},
  }),
  main: ['request.confirm', 'request.edit', 'request.status'],
  firstSteps: ['request.create', 'product.restock', 'go.store'],
})
