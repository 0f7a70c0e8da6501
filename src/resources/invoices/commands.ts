import { whyNotEditInvoice, whyNotMoveInvoice } from '../../../domain/invoices/policy.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import { mayVerb } from '../may-verb.ts'
import { editCommand } from '../record-commands.ts'
import { statusCommand, statusVerbCommand } from '../status-commands.ts'

const paid = { status: 'PAID', verb: 'invoice.pay' } as const
const unpaid = { status: 'UN_PAID', verb: 'invoice.unpay' } as const

const inList = 'list resource:invoices'
/** On an invoice's own page. */
const onPage = 'page:invoice !list'

export const invoiceCommands: readonly Command[] = [
  {
    ...editCommand('invoices', whyNotEditInvoice),
    keys: [
      { keys: 'e', when: inList },
      { keys: 'e', when: onPage },
    ],
  },
  statusVerbCommand('invoices', {
    ...paid,
    icon: 'banknote',
    whyNot: (actor, invoice) => whyNotMoveInvoice(actor, invoice, 'PAID'),
  }),
  statusVerbCommand('invoices', {
    ...unpaid,
    icon: 'rotate-ccw',
    whyNot: (actor, invoice) => whyNotMoveInvoice(actor, invoice, 'UN_PAID'),
  }),
  {
    ...statusCommand('invoices', [paid, unpaid], whyNotMoveInvoice),
    keys: [
      { keys: 's', when: inList },
      { keys: 's', when: onPage },
    ],
  },
  defineCommand({
    id: 'invoice.generate',
    unrecorded: 'told',
    target: 'none',
    section: 'create',
    icon: 'invoices',
    keys: [{ keys: 'n', when: inList }],
    whyNot: (context) => mayVerb(context, 'invoice.generate'),
    run: async ({ country, ports }) => {
      const isMeant = await ports.confirm({
        titleKey: 'commands:invoice.generate.label',
        detailKey: 'invoices:generate',
        yesKey: 'commands:invoice.generate.label',
      })
      if (!isMeant) return
      const { counts } = await ports.api.invoices.generate(country)
      ports.list?.refresh()
      ports.notify({ tone: 'success', titleKey: 'invoices:generated', values: { count: counts.changed } })
    },
  }),
]
