import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { readSpent } from '../../../domain/advertising/read-costs.ts'
import { languageCodes } from '../../../domain/core/languages.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import { defineCommand } from '../../commands/command.ts'
import { defineActions } from '../shared/define-actions.ts'
import { requestArguments, requestGoods } from '../shared/request-arguments.ts'
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
      args: [
        {
          name: 'spent',
          kind: 'text',
          maxLength: 60,
          written: /\d/,
          whyNot: (text, context) =>
            context === undefined || spentIn(text, context.country) !== null ? null : 'NOT_A_NUMBER',
        },
      ],
      isChange: true,
      whyNot: (context) =>
        whyNotTarget(context, { resource: 'products', target: 'one', verb: 'ad-cost.create' }),
      run: async (context, { spent = '' }) => {
        const { id: product, name, country } = targetRecord('products', 'one', context)!
        const read = spentIn(spent, country)
        if (read === null) return { kind: 'cancelled' }
        const end = await context.ports.create({
          resource: 'advertising',
          input: { country, product, ...read },
        })
        if (end.kind !== 'done') return end
        const batchId = end.report?.batchId ?? null
        context.ports.list?.refresh()
        context.ports.notify({
          tone: 'success',
          titleKey: 'advertising:spentOn',
          values: { name },
          action: batchId === null ? undefined : context.ports.offerUndo(batchId),
        })
        return end
      },
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

/** A day and an amount in any language: `hier 20 000`. */
const spentIn = (text: string, country: Parameters<typeof todayIn>[0]) =>
  readSpent(text, { country, languages: languageCodes, today: todayIn(country) })
