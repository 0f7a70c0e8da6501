import { type ResourceName, resourceNames } from '../../domain/resources.ts'

const ofResources: Readonly<Record<ResourceName, string>> = {
  users: 'People who work with it: their role, country and access.',
  products: 'Goods of sellers, with stock and prices.',
  expeditions: 'Goods that sellers send to the warehouse.',
  requests: 'Goods that sellers ask the business to buy.',
  affiliates: 'Offers of products that other sellers may take.',
  orders: 'Orders of customers, until they are confirmed or cancelled.',
  shippings: 'Parcels of confirmed orders, until they are delivered or returned.',
  invoices: 'What a seller earned in a week, parcel by parcel.',
  payouts: 'What sellers were paid.',
  manifests: 'Lists of the parcels that a courier takes along.',
  handovers: 'Cash that couriers hand over.',
  packages: 'Plans that sellers choose between.',
  zones: 'Cities that are delivered at one price.',
  tariffs: 'What delivery, return and cash cost, by zone and seller.',
  sources: 'Shops that send orders.',
  intake: 'Events that shops have sent, and what became of them.',
  webhooks: 'Addresses that hear of changes.',
  deliveries: 'Messages sent to webhooks.',
  keys: 'Keys of programs that call this API.',
  advertising: 'What advertising cost, by product, day and channel.',
  blocked: 'Telephone numbers whose orders are marked or refused.',
  'call-policies': 'When and how often orders of a country are called.',
  templates: 'Texts of messages to customers.',
}

const others: Readonly<Record<string, string>> = {
  sessions: 'Logging in and out, and the devices of an account.',
  profile: 'The account of the caller.',
  accounts: 'Sign-up, confirmation of addresses, forgotten passwords.',
  jobs: 'Long work: its progress, result and file.',
  changes: 'The history of all changes, and their undo.',
  search: 'Records by any words, numbers or telephone.',
  scans: 'Records by the codes on labels.',
  callers: 'Who calls, and what callers did.',
  customers: 'What is known of the person behind a telephone number.',
  analytics: 'Figures of the dashboard, and the profit of products.',
  views: 'Saved filters of lists.',
  events: 'Changes as a stream.',
  status: 'How the server does.',
  contract: 'This document.',
  images: 'Pictures of products.',
  health: 'Probes and metrics.',
}

/** What the calls of a tag are about. @throws Error for one that is not listed */
export const describeTag = (tag: string): string => {
  const text = resourceNames.find((name) => name === tag) ? ofResources[tag as ResourceName] : others[tag]
  if (text === undefined) throw new Error(`the tag ${tag} is not described`)
  return text
}
