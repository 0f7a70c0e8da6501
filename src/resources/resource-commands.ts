import type { ResourceName } from '../../domain/resources.ts'
import type { Command } from '../commands/command.ts'
import { affiliateCommands } from './affiliates/commands.ts'
import { expeditionCommands } from './expeditions/commands.ts'
import { handoverCommands } from './handovers/commands.ts'
import { invoiceCommands } from './invoices/commands.ts'
import { manifestCommands } from './manifests/commands.ts'
import { orderCommands } from './orders/commands.ts'
import { packageCommands } from './packages/commands.ts'
import { requestCommands } from './requests/commands.ts'
import { recordCommands } from './shared/record-commands.ts'
import { shippingCommands } from './shippings/commands.ts'
import { userCommands } from './users/commands.ts'

/** What can be done to each resource's records, apart from how they are shown. Fails to compile when one is missing. */
export const resourceCommands: Record<ResourceName, readonly Command[]> = {
  orders: orderCommands,
  products: recordCommands('products'),
  shippings: shippingCommands,
  users: userCommands,
  expeditions: expeditionCommands,
  requests: requestCommands,
  affiliates: affiliateCommands,
  invoices: invoiceCommands,
  manifests: manifestCommands,
  handovers: handoverCommands,
  packages: packageCommands,
}
