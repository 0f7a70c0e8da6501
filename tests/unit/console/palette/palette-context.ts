import type { SearchHit } from '../../../../domain/changes/changes.ts'
import type { Order } from '../../../../domain/orders/order.ts'
import type { Shipping } from '../../../../domain/shippings/shipping.ts'
import { callChange } from '../../../../src/api/change-call.ts'
import { createApi } from '../../../../src/api/create-api.ts'
import type { CommandContext } from '../../../../src/commands/command.ts'
import type { CommandPorts } from '../../../../src/commands/command-ports.ts'

/** Ports that record their calls. */
export function recordingPorts(): { ports: CommandPorts; calls: string[] } {
  const calls: string[] = []
  const recordCall =
    (name: string) =>
    (value?: unknown): void => {
      calls.push(value === undefined ? name : `${name} ${JSON.stringify(value)}`)
    }
  const ports: CommandPorts = {
    api: createApi({ token: () => null, onUnauthorized: () => undefined, language: () => 'fr' }),
    navigate: recordCall('navigate'),
    confirm: async () => true,
    notify: recordCall('notify'),
    say: (key) => key,
    openPalette: recordCall('openPalette'),
    openHelp: recordCall('openHelp'),
    fillIn: recordCall('fillIn'),
    openJobs: recordCall('openJobs'),
    exportList: recordCall('exportList'),
    change: async (request) => {
      recordCall('change')(request)
      return { kind: 'done', report: null }
    },
    dryRun: (change, signal) => callChange(ports.api, change, { dryRun: true, signal }),
    edit: async (request) => {
      recordCall('edit')(request)
      return { kind: 'done', report: null }
    },
    create: async (request) => {
      recordCall('create')(request)
      return { kind: 'done', report: null }
    },
    began: () => () => undefined,
    undoBatch: recordCall('undoBatch'),
    offerUndo: () => ({ labelKey: 'changes:undo', run: recordCall('offerUndo') }),
    showHistory: recordCall('showHistory'),
    list: null,
  }
  return { ports, calls: calls }
}

export const contextWith = (changes: Partial<CommandContext> = {}): CommandContext => ({
  actor: { id: 'u1', role: 'admin', country: 'ic', isEmailVerified: true, isActivated: true },
  country: 'ic',
  resource: null,
  selection: null,
  active: null,
  shown: null,
  ports: recordingPorts().ports,
  ...changes,
})

export const orderWith = (changes: Partial<Order> = {}): Order => ({
  id: 'o1',
  number: 10_423,
  version: 1,
  country: 'ic',
  owner: 'u2',
  ownerName: 'Boutique Awa',
  product: 'p1',
  productName: 'Montre',
  productImage: null,
  productAvailable: 5,
  customerName: 'Awa Koné',
  customerPhone: '+2250708091011',
  customerAddress: 'Cocody',
  quantity: 1,
  price: 15_000,
  totalPrice: 15_000,
  sourceLink: null,
  sourceName: null,
  externalRef: null,
  status: 'PENDING',
  statusAt: '2026-11-21T08:00:00.000Z',
  comment: null,
  delivery: null,
  deliveryName: null,
  attempts: 0,
  callbackAt: null,
  claimedBy: null,
  isDuplicate: false,
  shipping: null,
  shippingStatus: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  ...changes,
})

export const shippingWith = (changes: Partial<Shipping> = {}): Shipping => ({
  id: 's1',
  number: 501,
  version: 1,
  country: 'ic',
  owner: 'u2',
  ownerName: 'Boutique Awa',
  order: 'o1',
  orderNumber: 10_423,
  product: 'p1',
  productName: 'Montre',
  productImage: null,
  customerName: 'Awa Koné',
  customerPhone: '+2250708091011',
  customerAddress: 'Cocody',
  quantity: 1,
  price: 15_000,
  totalPrice: 15_000,
  sourceLink: null,
  sourceName: null,
  status: 'PENDING',
  statusAt: '2026-11-21T08:00:00.000Z',
  comment: null,
  delivery: null,
  deliveryName: null,
  attempts: 0,
  postponedTo: null,
  collected: null,
  condition: null,
  outAt: null,
  deliveredAt: null,
  settledAt: null,
  isBilled: false,
  isHandedOver: false,
  handover: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  ...changes,
})

export const hitWith = (changes: Partial<SearchHit> = {}): SearchHit => ({
  resource: 'orders',
  id: 'o1',
  number: 10_423,
  title: 'Awa Koné',
  subtitle: '+225 07 08 09 10 11',
  status: 'PENDING',
  rank: 1,
  customerPhone: '+2250708091011',
  ...changes,
})
