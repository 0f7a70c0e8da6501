import type { Code } from '../../../domain/core/codes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { EventHeaders } from '../../../domain/intake/event-headers.ts'
import type { IntakeNoteCode } from '../../../domain/intake/intake-notes.ts'
import type { ShopReading } from '../../../domain/intake/shop-order.ts'
import type { PlannedOrder } from '../../../domain/intake/shop-to-orders.ts'
import type { SourceKind } from '../../../domain/intake/source-kinds.ts'

type Expected<Value> = Value extends readonly (infer Item)[]
  ? Expected<Item>[]
  : Value extends object
    ? { [Key in keyof Value]?: Expected<Value[Key]> }
    : Value

/**
 * An event as a shop sends it, how it is read, and the orders that it makes; none if it makes no order by itself. `code`: why not;
 * `notes`: what the inbox says of it besides.
 */
export type EventFixture = {
  kind: SourceKind
  country: CountryCode
  headers: EventHeaders
  body: string
  reading: Expected<Extract<ShopReading, { kind: 'order' }>> | Exclude<ShopReading, { kind: 'order' }>
  orders: Expected<PlannedOrder['input']>[]
  code?: Code
  notes?: IntakeNoteCode[]
}
