import type { InvoiceStatus } from '../../../domain/invoices/invoice.ts'
import { invoiceVerbs, nextInvoiceStatus } from '../../../domain/invoices/policy.ts'
import { isEverAllowed } from '../../commands/availability.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from '../records/command-button.tsx'

/** What can be done with the invoice, as far as the role ever may. */
export const InvoiceActions = ({ status }: { status: InvoiceStatus }) => {
  const { registry, commandContext } = useWorkspace()
  const offered = ['invoice.print', invoiceVerbs[nextInvoiceStatus[status]], 'invoice.edit'].filter((id) => {
    const command = registry.get(id)
    return command !== undefined && isEverAllowed(command, commandContext())
  })
  return offered.map((id) => (
    <CommandButton key={id} command={id} variant={id === 'invoice.print' ? 'primary' : 'secondary'} />
  ))
}
