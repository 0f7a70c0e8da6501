import { createAtom } from '@xstate/store'
import { paths } from '../../../domain/access/paths.ts'
import type { InvoiceNeighbours } from '../../../domain/invoices/invoice.ts'
import { type Command, type CommandContext, defineCommand } from '../../commands/command.ts'
import { targetRecord, whyNotTarget } from '../../resources/shared/target-record.ts'

/** The open invoice: its position in the list it was opened from (null until known), and that list's URL. */
type OpenInvoice = {
  id: string
  search: string
  beside: InvoiceNeighbours | null
  print: () => void
}

export const openInvoice = createAtom<OpenInvoice | null>(null)

const onPage = 'page:invoice !list'

/** Commands of the invoice page: open, previous and next, print, back. */
export const invoicePageCommands: readonly Command[] = [
  onInvoice('invoice.open', {
    icon: 'eye',
    keys: [{ keys: 'Enter', when: 'list resource:invoices' }],
    go: (id, { ports }) => ports.navigate(paths.invoice(id, { search: ports.list?.search() })),
  }),
  onInvoice('invoice.print', {
    icon: 'printer',
    keys: [
      { keys: 'p', when: 'list resource:invoices' },
      { keys: 'p', when: onPage },
    ],
    go: (id, context) => {
      const { ports, selection } = context
      const open = openInvoice.get()
      const code = targetRecord('invoices', 'one', context)?.code
      if ((selection?.count ?? 0) > 1 && code !== undefined)
        ports.notify({ titleKey: 'invoices:printedAlone', values: { code } })
      if (open?.id === id) open.print()
      else ports.navigate(paths.invoice(id, { search: ports.list?.search(), print: true }))
    },
  }),
  walking('invoice.next', { icon: 'chevron-right', keys: ['j', ']'], to: 'next' }),
  walking('invoice.previous', { icon: 'chevron-left', keys: ['k', '['], to: 'previous' }),
  defineCommand({
    id: 'invoice.back',
    target: 'none',
    section: 'go',
    icon: 'arrow-left',
    keys: ['Escape'],
    when: onPage,
    hidden: true,
    whyNot: () => null,
    run: ({ ports }) => ports.navigate(`${paths.list('invoices')}${openInvoice.get()?.search ?? ''}`),
  }),
]

type OnInvoice = Pick<Command, 'icon' | 'keys'> & { go: (id: string, context: CommandContext) => void }

function onInvoice(id: string, { icon, keys, go }: OnInvoice): Command {
  return defineCommand({
    id,
    target: 'one',
    resource: 'invoices',
    section: 'record',
    icon,
    keys,
    whyNot: (context) => whyNotTarget(context, { resource: 'invoices', target: 'one', verb: 'invoice.view' }),
    run: (context) => {
      const invoice = targetRecord('invoices', 'one', context)
      if (invoice !== null) go(invoice.id, context)
    },
  })
}

type Walking = Pick<Command, 'icon' | 'keys'> & { to: 'next' | 'previous' }

/** Opens the neighbour in the list; does nothing at its end. */
function walking(id: string, { icon, keys, to }: Walking): Command {
  return defineCommand({
    id,
    target: 'none',
    section: 'go',
    icon,
    keys,
    when: onPage,
    hidden: true,
    whyNot: () => (openInvoice.get() === null ? 'NOT_FOUND' : null),
    run: ({ ports }) => {
      const open = openInvoice.get()
      const beside = open?.beside?.[to]
      if (beside) ports.navigate(paths.invoice(beside, { search: open?.search }))
    },
  })
}
