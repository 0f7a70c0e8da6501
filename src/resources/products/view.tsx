import { StockCell, WeightCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { productActions } from './commands.ts'

export const productView = defineView(productActions, {
  columns: columnsOf('products', {
    number: {},
    name: { width: 280 },
    productImage: {},
    price: { narrow: 'side' },
    available: {
      narrow: 'meta',
      width: 110,
      cell: ({ available }) => <StockCell value={available} label="products:fields.available" />,
    },
    reserved: {},
    quantity: { cell: ({ quantity }) => <StockCell value={quantity} /> },
    owner: {},
    createdAt: {},
    comment: {},
    storeName: { hidden: true },
    affiliate: { width: 200, hidden: true },
    type: { width: 110, hidden: true },
    weight: { hidden: true, cell: ({ weight }) => <WeightCell kilograms={weight} /> },
    initialPrice: { hidden: true },
    sourceName: {},
    sourceLink: {},
    description: { hidden: true },
  }),
  main: ['product.edit', 'product.restock'],
  firstSteps: ['product.create', 'go.store'],
  related: [
    {
      resource: 'orders',
      where: ({ id, country }) => ({ product: id, country }),
      titleKey: 'record:ordersOfProduct',
      emptyKey: 'record:noOrders',
    },
  ],
  form: {
    sections: [
      {
        id: 'goods',
        fields: [
          'owner',
          'name',
          'price',
          'initialPrice',
          'quantity',
          'quantityNote',
          'type',
          'weight',
          'productImage',
        ],
      },
      { id: 'store', fields: ['storeName', 'affiliate', 'sourceLink', 'sourceName'] },
      { id: 'notes', fields: ['description', 'comment', 'country'] },
    ],
  },
})
