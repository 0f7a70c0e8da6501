import { defineCommand } from '../../commands/command.ts'
import { defineActions } from '../shared/define-actions.ts'
import { requestArguments, requestGoods } from '../shared/request-arguments.ts'
import { targetRecord, whyNotTarget } from '../shared/target-record.ts'

export const productActions = defineActions('products', {
  icon: 'products',
  group: 'trade',
  at: 30,
  letter: 'p',
  rules: { insteadOfCreate: 'go.store' },
  own: [
    defineCommand({
      id: 'product.restock',
      target: 'one',
      resource: 'products',
      section: 'record',
      icon: 'requests',
      // On the requests it asks for the product.
      keys: ['products', 'requests'].map((name) => ({ keys: 'Shift+a', when: `list resource:${name}` })),
      args: requestArguments(),
      whyNot: (context) =>
        whyNotTarget(context, { resource: 'products', target: 'one', verb: 'product.restock' }),
      isChange: true,
      run: (context, args) =>
        requestGoods(context, { product: targetRecord('products', 'one', context)!.id }, args),
    }),
  ],
})
