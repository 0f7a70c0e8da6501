import { paths } from '../../../domain/access/paths.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { whyNotDelete } from '../../../domain/access/why-not.ts'
import { whyNotRequestOffer, whyNotTakeOffer } from '../../../domain/affiliates/store.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { toFailure } from '../../../machines/failure.ts'
import { type CommandContext, defineCommand } from '../../commands/command.ts'
import type { ChangeEnd, Notice } from '../../commands/command-ports.ts'
import { defineActions } from '../shared/define-actions.ts'
import { madeBy, requestArguments, requestGoods } from '../shared/request-arguments.ts'
import { targetRecord, whyNotTarget } from '../shared/target-record.ts'

export const affiliateActions = defineActions('affiliates', {
  icon: 'affiliates',
  group: 'trade',
  at: 50,
  letter: 'a',
  rules: {
    delete: (actor, affiliate) => whyNotDelete(actor, 'affiliate.delete', affiliate, affiliate.products > 0),
  },
  own: [
    // Roles that may create products get the form; sellers get the product at once.
    defineCommand({
      id: 'affiliate.take',
      target: 'one',
      resource: 'affiliates',
      section: 'record',
      icon: 'package-plus',
      keys: ['a'],
      when: 'list resource:affiliates',
      whyNot: (context) =>
        whyNotTarget(context, {
          resource: 'affiliates',
          target: 'one',
          verb: 'affiliate.take',
          rule: whyNotTakeOffer,
        }),
      isChange: true,
      run: (context) => {
        const { id } = targetRecord('affiliates', 'one', context)!
        const hasForm = context.actor !== null && scopeOf(context.actor, 'product.create') !== null
        return hasForm ? context.ports.navigate(paths.productFromOffer(id)) : takeOffer(context, id)
      },
    }),
    defineCommand({
      id: 'affiliate.request',
      target: 'one',
      resource: 'affiliates',
      section: 'record',
      icon: 'requests',
      keys: ['Shift+a'],
      when: 'list resource:affiliates',
      args: requestArguments((context, quantity) => whyNotRequest(context, quantity)),
      whyNot: (context) => whyNotRequest(context),
      isChange: true,
      run: (context, args) =>
        requestGoods(context, { offer: targetRecord('affiliates', 'one', context)!.id }, args),
    }),
  ],
})

const whyNotRequest = (context: CommandContext, quantity?: number): Code | null =>
  whyNotTarget(context, {
    resource: 'affiliates',
    target: 'one',
    verb: 'affiliate.request',
    rule: (actor, offer) => whyNotRequestOffer(actor, offer, quantity),
  })

/** Toasts a link to the created or existing product. */
const takeOffer = async (context: CommandContext, offer: string): Promise<ChangeEnd> => {
  const { create, list, navigate, notify } = context.ports
  const toProduct = ({ id, number }: { id: string; number: number }): Omit<Notice, 'titleKey'> => ({
    values: { number },
    action: { labelKey: 'affiliates:openProduct', run: () => navigate(paths.view('products', id)) },
  })
  try {
    const end = await create({ resource: 'products', offer, input: {} })
    const made = madeBy(end)
    if (made !== null) notify({ ...toProduct(made), tone: 'success', titleKey: 'affiliates:taken' })
    list?.refresh()
    return end
  } catch (error) {
    const { code, current } = toFailure(error)
    if (code !== 'ALREADY_TAKEN') throw error
    notify({
      ...toProduct(current as { id: string; number: number }),
      tone: 'warning',
      titleKey: 'affiliates:alreadyTaken',
    })
    list?.refresh()
    return { kind: 'failed', code }
  }
}
