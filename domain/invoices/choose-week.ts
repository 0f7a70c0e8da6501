import type { InvoiceStatus } from './invoice.ts'

/**
 * The week whose invoice takes a parcel: the one that it was settled in, unless its invoice is paid and closed; then
 * the present one. Null where that is paid too: the parcel stays due. `statusOf` is null where there is no invoice yet.
 */
export const chooseWeek = (
  settledIn: string,
  present: string,
  statusOf: (week: string) => InvoiceStatus | null,
): string | null => [settledIn, present].find((week) => statusOf(week) !== 'PAID') ?? null
