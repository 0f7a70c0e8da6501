import { whyNot } from '../../../domain/access/why-not.ts'
import {
  blankProductMapping,
  suggestedProduct,
  type UnmappedItem,
} from '../../../domain/intake/product-mapping.ts'
import { indexProducts } from '../../../domain/orders/import/find-product.ts'
import { type ArgumentChoice, type CommandContext, defineCommand } from '../../commands/command.ts'
import { changeCommand } from '../shared/change-command.ts'
import { defineActions } from '../shared/define-actions.ts'
import { openCommand } from '../shared/record-commands.ts'
import { type RecordRule, targetRecord, whyNotTarget } from '../shared/target-record.ts'

const whyNotMap: RecordRule<'intake'> = (actor, event) =>
  whyNot(actor, 'intake.map', event) ?? (event.unmapped.length === 0 ? 'NO_LINE_WAITS' : null)

export const intakeActions = defineActions('intake', {
  icon: 'inbox',
  group: 'integrations',
  at: 10,
  letter: 'n',
  own: [
    openCommand('intake'),
    defineCommand({
      id: 'intake.map',
      target: 'one',
      resource: 'intake',
      section: 'record',
      icon: 'link',
      keys: ['m'],
      when: 'list resource:intake',
      args: [{ name: 'product', kind: 'choice', choices: productsOf }],
      whyNot: (context) =>
        whyNotTarget(context, { resource: 'intake', target: 'one', verb: 'intake.map', rule: whyNotMap }),
      ...changeCommand({
        id: 'intake.map',
        resource: 'intake',
        target: 'one',
        kind: 'map',
        effectOf: () => 'intake.map',
        bodyOf: ({ product }, context) => {
          const { source, unmapped } = targetRecord('intake', 'one', context)!
          const { sku, name } = unmapped[0]!
          return { source, product, ...(sku === null ? { name } : { sku }) }
        },
        noteOf: ({ product }, context) => {
          const [line] = targetRecord('intake', 'one', context)?.unmapped ?? []
          const name = namesOffered.get(String(product))
          return (
            line && name && context.ports.say('intake:lineMeans', { line: lineWords(line), product: name })
          )
        },
      }),
    }),
    defineCommand({
      id: 'intake.replay',
      target: 'many',
      resource: 'intake',
      section: 'record',
      icon: 'rotate-ccw',
      keys: ['z'],
      when: 'list resource:intake !history',
      whyNot: (context) =>
        whyNotTarget(context, { resource: 'intake', target: 'many', verb: 'intake.replay' }),
      ...changeCommand({
        id: 'intake.replay',
        resource: 'intake',
        target: 'many',
        kind: 'replay',
        effectOf: () => 'intake.replay',
        bodyOf: () => ({}),
      }),
    }),
  ],
})

/** By id, of the products that were offered last. */
const namesOffered = new Map<string, string>()

/** Products of the source's seller; the one that the first waiting line may mean comes first. */
async function productsOf(context: CommandContext, signal: AbortSignal): Promise<ArgumentChoice[]> {
  const event = targetRecord('intake', 'one', context)
  if (event === null) return []
  const { owner, country, unmapped } = event
  const where = { owner, country }
  const { items } = await context.ports.api.list('products', { where, limit: 500, sort: 'name' }, { signal })
  namesOffered.clear()
  for (const { id, name } of items) namesOffered.set(id, name)
  const [line] = unmapped
  const meant = line === undefined ? null : suggestedProduct(line, blankProductMapping, indexProducts(items))
  const isMeant = ({ name }: { name: string }) => name === meant
  const said = line === undefined ? '' : lineWords(line)
  return items
    .toSorted((a, b) => Number(isMeant(b)) - Number(isMeant(a)))
    .map((product) => ({
      value: product.id,
      text: product.name,
      detail: isMeant(product)
        ? context.ports.say('intake:didYouMean', { line: said })
        : context.ports.say('intake:forLine', { line: said, number: product.number }),
    }))
}

/** As the shop names it. */
const lineWords = ({ sku, name }: UnmappedItem): string =>
  [sku, name].filter((part) => part !== null).join(' · ')
