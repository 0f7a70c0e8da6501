import type { EarningsRule } from '../../../domain/handovers/earnings.ts'
import { defineCountrySetting } from '../../crud/country-settings.ts'
import { earningRules } from '../../db/schema/handovers.ts'

/** Whether couriers of a country keep their earnings back. Handovers that are recorded stay as they are when it is undone. */
export const earningsRuleSetting = defineCountrySetting<Pick<EarningsRule, 'isKeptBack'>>(
  { table: earningRules, resource: 'handovers', verb: 'handover.set-earnings' },
  ['isKeptBack'],
)
