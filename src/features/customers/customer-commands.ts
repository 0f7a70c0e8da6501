import { paths } from '../../../domain/access/paths.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { admits } from '../../../domain/access/routes.ts'
import { type RetentionInput, retentionRuleFields } from '../../../domain/customers/retention.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import { saveFile } from '../../api/save-file.ts'
import { type Command, type CommandContext, defineCommand } from '../../commands/command.ts'
import { askBlock } from '../../resources/shared/ask-block.ts'
import { mayVerb } from '../../resources/shared/may-verb.ts'

const ofPhone = {
  target: 'none',
  args: [{ name: 'phone', kind: 'text', maxLength: 30, written: /^\+?[\d\s().-]+$/ }],
} as const

/** Commands on a customer's phone, offered on the palette's customer page. */
export const customerCommands: readonly Command[] = [
  defineCommand({
    ...ofPhone,
    id: 'customer.orders',
    section: 'go',
    icon: 'list-checks',
    whyNot: (context) => mayVerb(context, 'customer.view'),
    run: (context, { phone = '' }) => context.ports.navigate(recordsPath(context, phone)),
  }),
  defineCommand({
    ...ofPhone,
    id: 'customer.order',
    section: 'create',
    icon: 'plus',
    whyNot: (context) => mayVerb(context, 'order.create'),
    run: ({ ports }, { phone = '' }) => ports.navigate(paths.newOrder(phone)),
  }),
  defineCommand({
    ...ofPhone,
    id: 'customer.call',
    section: 'go',
    icon: 'phone-call',
    unrecorded: 'reported',
    whyNot: (context) => mayVerb(context, 'customer.view'),
    run: (_, { phone = '' }) => location.assign(`tel:${phone.replace(/[^\d+]/g, '')}`),
  }),
  defineCommand({
    ...ofPhone,
    id: 'customer.block',
    section: 'create',
    icon: 'ban',
    unrecorded: 'reported',
    whyNot: (context) => mayVerb(context, 'block.create'),
    run: (context, { phone = '' }) =>
      askBlock(context, { phone, name: formatPhone(phone), country: context.country }),
  }),
  defineCommand({
    ...ofPhone,
    id: 'customer.export',
    section: 'go',
    icon: 'download',
    unrecorded: 'reported',
    whyNot: (context) => mayVerb(context, 'customer.export'),
    run: async ({ ports, country }, { phone = '' }) => {
      saveFile(await ports.api.customers.exportFile(phone, country), `${phone.replace(/\D/g, '')}.xlsx`)
      ports.notify({ tone: 'success', titleKey: 'customers:exported' })
    },
  }),
  defineCommand({
    ...ofPhone,
    id: 'customer.erase',
    section: 'create',
    icon: 'user-x',
    danger: true,
    unrecorded: 'reported',
    whyNot: (context) => mayVerb(context, 'customer.erase'),
    run: ({ ports, country }, { phone = '' }) => ports.eraseCustomer({ phone, country }),
  }),
  defineCommand({
    id: 'customer.retention',
    target: 'none',
    section: 'settings',
    icon: 'calendar-clock',
    unrecorded: 'reported',
    whyNot: (context) => mayVerb(context, 'customer.set-retention'),
    run: async ({ ports, country }) => {
      const { years } = await ports.api.customers.retention(country)
      const idempotencyKeys = new Map<string, string>()
      ports.fillIn({
        titleKey: 'orders:retention.title',
        values: { country: ports.say(`countries:${country}`) },
        resource: 'orders',
        fields: retentionRuleFields,
        initial: { years },
        country,
        save: async (values) => {
          const said = JSON.stringify(values)
          const idempotencyKey = idempotencyKeys.get(said) ?? newIdempotencyKey()
          idempotencyKeys.set(said, idempotencyKey)
          let batch: string | null = null
          const { due } = await ports.api.customers.setRetention({ ...values, country } as RetentionInput, {
            idempotencyKey,
            onBatch: (id) => {
              batch = id
            },
          })
          ports.notify({
            tone: 'success',
            titleKey: 'orders:retention.saved',
            values: { count: due },
            action: batch === null ? undefined : ports.offerUndo(batch),
          })
        },
      })
    },
  }),
]

/** The customer's orders, or parcels for users who only see those. */
const recordsPath = ({ actor }: CommandContext, phone: string): string => {
  if (actor !== null && scopeOf(actor, 'order.list') !== null) return paths.list('orders', phone)
  const isAgent = actor !== null && admits('/shippings/list', actor)
  return isAgent ? paths.list('shippings', phone) : paths.deliveryList(phone)
}
