import { StockCell, TakenCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import type { ResourceView } from '../shared/resource-view.ts'
import { affiliateActions } from './commands.ts'

export const affiliateView = defineView(affiliateActions, {
  columns: columnsOf('affiliates', {
    number: {},
    name: { width: 260 },
    productImage: {},
    price: { narrow: 'side' },
    quantity: { cell: ({ quantity }) => <StockCell value={quantity} /> },
    products: { width: 110 },
    description: {},
    owner: {},
    createdAt: {},
    comment: {},
  }),
  main: ['affiliate.take', 'affiliate.request', 'affiliate.edit'],
  firstSteps: ['affiliate.create', 'go.store'],
  related: [
    {
      resource: 'products',
      where: ({ id, country }) => ({ affiliate: id, country }),
      titleKey: 'record:productsOfOffer',
      emptyKey: 'record:noProducts',
    },
  ],
})

/** Offers of the country, with whether the user has taken each. */
export const storeView: ResourceView<'affiliates'> = {
  ...affiliateView,
  titleKey: 'affiliates:store',
  columns: affiliateView.columns.flatMap((column) =>
    column.id === 'price'
      ? [
          // On phones the button has the end of the row, as high as a finger needs.
          { ...column, narrow: 'meta' as const },
          {
            id: 'product',
            action: 'take',
            narrow: 'end',
            header: 'affiliates:columns.product',
            width: 150,
            cell: ({ product }) => <TakenCell isTaken={product !== null} />,
          },
        ]
      : column.id === 'createdAt'
        ? [{ ...column, narrow: undefined }]
        : [column],
  ),
  parameters: { store: 'true' },
  bulk: [],
  actions: [],
  firstSteps: ['affiliate.create'],
}
