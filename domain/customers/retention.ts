import { type CountryCode, countryCodes } from '../core/countries.ts'
import type { Fields, Values } from '../lib/field.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/**
 * Years without an order after which a customer is erased, where nobody has set it. France: three years after the last contact, as its
 * authority recommends; databases that had orders before there was a retention begin with never. Invoices stay, without the customer's name.
 */
const defaultYears: Readonly<Partial<Record<CountryCode, number>>> = { fr: 3 }

export const defaultRetention = (country: CountryCode): number | null => defaultYears[country] ?? null

/** Without `years` nobody is erased. */
export const retentionRuleFields = {
  years: { kind: 'integer', min: 1, max: 30 },
} as const satisfies Fields

/** Body of `PUT customers/retention`. */
export const retentionFields = {
  country: { kind: 'choice', values: countryCodes, required: true },
  ...retentionRuleFields,
} as const satisfies Fields

/** `due`: customers whom the next run erases. */
export const retentionShapes = {
  country: { kind: 'choice', values: countryCodes },
  years: { kind: 'integer', nullable: true },
  due: { kind: 'integer' },
} as const satisfies Shapes

export type Retention = RecordOf<typeof retentionShapes>
export type RetentionInput = Values<typeof retentionFields>
