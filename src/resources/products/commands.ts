import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { defineCommand } from '../../commands/command.ts'
import { defineActions } from '../shared/define-actions.ts'
import { requestArguments, requestGoods } from '../shared/request-arguments.ts'
import { spendSaid } from '../shared/spend-said.ts'
import { targetRecord, whyNotTarget } from '../shared/target-record.ts'

const onProduct = 'list resource:products'

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
    defineCommand({
      id: 'product.profit',
      target: 'one',
      resource: 'products',
      section: 'record',
      icon: 'banknote',
      whyNot: (context) =>
        whyNotTarget(context, { resource: 'products', target: 'one', verb: 'product.view' }) ??
        (context.actor !== null && admits('/advertising/list', context.actor) ? null : 'FORBIDDEN'),
      run: (context) =>
        context.ports.navigate(paths.view('products', targetRecord('products', 'one', context)!.id)),
    }),
    defineCommand({
      id: 'product.advertise',
      target: 'one',
      resource: 'products',
      section: 'record',
      icon: 'megaphone',
      keys: [{ keys: 'Shift+b', when: onProduct }],
      args: [{ name: 'spent', kind: 'text', maxLength: 60, written: /\d/ }],
      whyNot: (context) =>
        whyNotTarget(context, { resource: 'products', target: 'one', verb: 'ad-cost.create' }),
      run: (context, { spent = '' }) =>
        spendSaid(context, `#${targetRecord('products', 'one', context)!.number} ${spent}`),
    }),
    defineCommand({
      id: 'product.calculate',
      target: 'one',
      resource: 'products',
      section: 'record',
      icon: 'calculator',
      keys: [{ keys: 'Shift+x', when: onProduct }],
      whyNot: (context) =>
        whyNotTarget(context, { resource: 'products', target: 'one', verb: 'product.rates' }),
      run: (context) =>
        context.ports.navigate(paths.calculator({ product: targetRecord('products', 'one', context)!.id })),
    }),
  ],
})
