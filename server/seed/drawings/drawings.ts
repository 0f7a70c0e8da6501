import { bodyDrawings } from './body.ts'
import { devicesDrawings } from './devices.ts'
import { fashionDrawings } from './fashion.ts'
import { householdDrawings } from './household.ts'
import { kitchenDrawings } from './kitchen.ts'
import type { Drawing } from './shapes.ts'

/** One for each product of the catalogue (`goods.ts`), in order. */
export const drawings: readonly Drawing[] = [
  ...devicesDrawings,
  ...kitchenDrawings,
  ...bodyDrawings,
  ...fashionDrawings,
  ...householdDrawings,
]
