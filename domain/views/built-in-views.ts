import type { viewedLists } from './view.ts'

/** A view that comes with the console. `query` is written as links carry it, `sort` as the list call takes it. */
export type BuiltInView = { readonly id: string; readonly query: string; readonly sort?: string }

/** Predefined views of each list, named by `views:builtIn.<list>.<id>`. */
export const builtInViews = {
  orders: [
    { id: 'to-confirm', query: 'status:PENDING', sort: 'createdAt' },
    { id: 'to-call', query: 'status:PENDING,NOT_REACHABLE', sort: 'createdAt' },
    { id: 'to-recall', query: 'status:NOT_REACHABLE', sort: 'attempts' },
    { id: 'today', query: 'created:today' },
    { id: 'duplicates', query: 'status:PENDING,NOT_REACHABLE duplicate:true' },
    { id: 'confirmed-week', query: 'status:CONFIRMED created:<7d' },
    { id: 'cancelled-week', query: 'status:CANCELLED created:<7d' },
    { id: 'calls-missed', query: 'status:NOT_REACHABLE callback:..now', sort: 'callbackAt' },
    { id: 'unconfirmed', query: 'status:PENDING since:>2h', sort: 'statusAt' },
  ],
  shippings: [
    { id: 'to-assign', query: 'status:PENDING', sort: 'createdAt' },
    { id: 'to-dispatch', query: 'status:ASSIGNED', sort: 'createdAt' },
    { id: 'out', query: 'status:OUT_FOR_DELIVERY' },
    { id: 'to-retry', query: 'status:POSTPONED,NOT_REACHABLE', sort: 'createdAt' },
    { id: 'to-return', query: 'status:REFUSED', sort: 'statusAt' },
    { id: 'to-bill', query: 'status:DELIVERED billed:false' },
    { id: 'postponed-due', query: 'status:POSTPONED postponed:..today', sort: 'postponedTo' },
    { id: 'cash-out', query: 'cash:with-driver', sort: 'settledAt' },
    { id: 'out-long', query: 'status:OUT_FOR_DELIVERY since:>48h', sort: 'statusAt' },
    { id: 'cash-differs', query: 'difference:!0', sort: 'settledAt' },
  ],
  invoices: [
    { id: 'unpaid', query: 'status:UN_PAID', sort: 'createdAt' },
    { id: 'owed-to-us', query: 'status:UN_PAID total:..0' },
    { id: 'paid-month', query: 'status:PAID created:<30d' },
  ],
  products: [
    { id: 'sold-out', query: 'available:..0' },
    { id: 'running-out', query: 'available:1..10', sort: 'available' },
    { id: 'from-offers', query: 'mode:affiliate' },
  ],
  expeditions: [
    { id: 'to-confirm', query: 'status:PENDING', sort: 'createdAt' },
    { id: 'arrived', query: 'status:CONFIRMED created:<30d' },
    { id: 'without-product', query: 'product:none' },
  ],
  requests: [
    { id: 'to-answer', query: 'status:PENDING', sort: 'createdAt' },
    { id: 'not-yet', query: 'status:NOT_YET' },
    { id: 'confirmed', query: 'status:CONFIRMED' },
  ],
  affiliates: [
    { id: 'sold-out', query: 'quantity:..0' },
    { id: 'new', query: 'created:<30d' },
  ],
  users: [
    { id: 'to-activate', query: 'isActivated:false', sort: 'createdAt' },
    { id: 'unverified', query: 'isEmailVerified:false' },
    { id: 'sellers', query: 'role:seller', sort: 'name' },
    { id: 'delivery-guys', query: 'role:delivery', sort: 'name' },
  ],
  manifests: [
    { id: 'open', query: 'status:OPEN', sort: 'createdAt' },
    { id: 'today', query: 'created:today' },
    { id: 'open-long', query: 'status:OPEN created:>2d', sort: 'createdAt' },
  ],
  packages: [{ id: 'new', query: 'created:<30d' }],
  handovers: [
    { id: 'today', query: 'created:today' },
    { id: 'short', query: 'difference:..-0.001' },
    { id: 'over', query: 'difference:0.001..' },
  ],
} as const satisfies Record<(typeof viewedLists)[number], readonly BuiltInView[]>
