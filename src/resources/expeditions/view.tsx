import { whyNotEditExpedition } from '../../../domain/expeditions/policy.ts'
import { WeightCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { answerLooks } from '../shared/status-tones.ts'
import { expeditionActions } from './commands.ts'

export const expeditionView = defineView(expeditionActions, {
  columns: columnsOf('expeditions', {
    number: {},
    name: { width: 220 },
    productImage: {},
    status: { looks: answerLooks },
    quantity: { width: 92 },
    product: { width: 190 },
    mode: { width: 96 },
    transporterName: {},
    expeditionDate: {},
    providedDate: {},
    from: { width: 150, minWidth: 100 },
    weight: { cell: ({ weight }) => <WeightCell kilograms={weight} /> },
    price: { sortKey: undefined },
    owner: {},
    createdAt: {},
    transporterPhone: { hidden: true },
    packageInformation: { width: 220, hidden: true },
    description: { hidden: true },
    comment: { hidden: true },
  }),
  main: ['expedition.confirm', 'expedition.edit', 'expedition.status'],
  form: {
    sections: [
      { id: 'goods', fields: ['owner', 'name', 'price', 'quantity', 'product', 'productImage'] },
      {
        id: 'transport',
        fields: ['mode', 'from', 'expeditionDate', 'providedDate', 'transporterName', 'transporterPhone'],
      },
      { id: 'package', fields: ['weight', 'packageInformation'] },
      { id: 'notes', fields: ['description', 'comment', 'country'] },
    ],
    whyNotEdit: (actor, expedition, field) =>
      whyNotEditExpedition(actor, expedition, {
        product: field === 'product' ? '' : expedition.product,
        // NaN: any other value, since the new one is not known yet.
        quantity: field === 'quantity' ? Number.NaN : expedition.quantity,
      }),
  },
})
