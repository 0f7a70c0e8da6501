import { whyNotEditInvoice, whyNotMoveInvoice } from '../../../domain/invoices/why-not.ts'
import type { Command } from '../../commands/command.ts'
import { editCommand } from '../record-commands.ts'
import { statusCommand, statusVerbCommand } from '../status-commands.ts'

const paid = { status: 'PAID', verb: 'invoice.pay' } as const
const unpaid = { status: 'UN_PAID', verb: 'invoice.unpay' } as const

export const invoiceCommands: readonly Command[] = [
  editCommand('invoices', whyNotEditInvoice),
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
  statusCommand('invoices', [paid, unpaid]),
]
