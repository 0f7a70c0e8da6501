import fc from 'fast-check'
import type { DrawnCall } from './call.ts'
import { goodsCalls } from './goods-calls.ts'
import { importCalls } from './import-calls.ts'
import { officeCalls } from './office-calls.ts'
import { orderCalls } from './order-calls.ts'
import { shippingCalls } from './shipping-calls.ts'

/** Any call of the trade, each kind as often as its weight says. */
export const drawnCall: fc.Arbitrary<DrawnCall> = fc.oneof(
  ...orderCalls,
  ...shippingCalls,
  ...goodsCalls,
  ...officeCalls,
  ...importCalls,
)
