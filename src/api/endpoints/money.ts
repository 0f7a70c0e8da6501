import type { AdPaste, AdPasteInput } from '../../../domain/advertising/ad-cost.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { EarningsRule, EarningsRuleInput } from '../../../domain/handovers/earnings.ts'
import type { CashHolder, HandoverDue } from '../../../domain/handovers/handover.ts'
import type { InvoiceNeighbours, InvoicesDue, Issuer, IssuerInput } from '../../../domain/invoices/invoice.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { OwedSeller, PayoutInput, PayoutWithLines } from '../../../domain/payouts/payout.ts'
import type { Statement } from '../../../domain/payouts/statement.ts'
import type { Rehearsal, TariffGridInput } from '../../../domain/tariffs/tariff.ts'
import { type ReadOptions, read, type WriteOptions, writeOptions } from '../call-options.ts'
import type { ApiClient } from '../client.ts'
import type { LongWork } from '../long-work.ts'

export const advertisingEndpoints = (client: ApiClient) => ({
  /** What a pasted text says and would write; nothing is written. */
  check: (pasted: AdPasteInput, options?: ReadOptions) =>
    client<AdPaste>('/advertising/check', { ...read(options), method: 'POST', body: pasted }),

  /** Writes it as one batch. */
  paste: (pasted: AdPasteInput, options?: WriteOptions) =>
    client<ChangeReport>('/advertising/paste', writeOptions('POST', pasted, options)),
})

export const tariffEndpoints = (client: ApiClient) => ({
  /** What the parcels not yet billed would cost with these tariffs; nothing is written. */
  rehearse: (grid: TariffGridInput, options?: ReadOptions) =>
    client<Rehearsal>('/tariffs/rehearse', { ...read(options), method: 'POST', body: grid }),

  /** Writes them as one batch. */
  grid: (grid: TariffGridInput, options?: WriteOptions) =>
    client<ChangeReport>('/tariffs/grid', writeOptions('POST', grid, options)),
})

export const invoiceEndpoints = (client: ApiClient, longWork: LongWork) => ({
  /** Bills all delivered or returned parcels of a country that are not on an invoice yet; resolves when done. */
  generate: (country: CountryCode, options?: WriteOptions) =>
    longWork.json<ChangeReport>('/invoices/generate', writeOptions('POST', { country }, options), options),

  /** Dry run of `generate`. */
  due: (country: CountryCode, options?: ReadOptions) =>
    client<InvoicesDue>('/invoices/due', read(options, { country })),

  /** Our identity on the papers of a country. */
  issuer: (country: CountryCode, options?: ReadOptions) =>
    client<Issuer>('/invoices/issuer', read(options, { country })),

  setIssuer: (input: IssuerInput, options?: WriteOptions) =>
    client<Issuer>('/invoices/issuer', writeOptions('PUT', input, options)),

  /** Previous and next invoice in a list with this filter and sort. */
  neighbours: (id: string, { where, sort }: { where: Where; sort?: string }, options?: ReadOptions) =>
    client<InvoiceNeighbours>(`/invoices/${id}/neighbours`, read(options, { ...where, sort })),
})

export const handoverEndpoints = (client: ApiClient) => ({
  /** The courier's cash to hand over, all days. */
  due: (delivery: string, country: CountryCode, options?: ReadOptions) =>
    client<HandoverDue>('/handovers/due', read(options, { delivery, country })),

  /** Couriers with cash, without sums. */
  holders: (country: CountryCode, options?: ReadOptions) =>
    client<{ items: CashHolder[] }>('/handovers/holders', read(options, { country })),

  /** Whether couriers of a country keep their earnings back from the cash. */
  earnings: (country: CountryCode, options?: ReadOptions) =>
    client<EarningsRule>('/handovers/earnings', read(options, { country })),

  setEarnings: (input: EarningsRuleInput, options?: WriteOptions) =>
    client<EarningsRule>('/handovers/earnings', writeOptions('PUT', input, options)),
})

export const payoutEndpoints = (client: ApiClient) => ({
  record: (input: PayoutInput, options?: WriteOptions) =>
    client<PayoutWithLines>('/payouts', writeOptions('POST', input, options)),

  /** Sellers with unpaid invoices, with what remains. */
  owed: (country: CountryCode, options?: ReadOptions) =>
    client<{ items: OwedSeller[] }>('/payouts/owed', read(options, { country })),

  statement: (seller: string, period: StatementPeriod, options?: ReadOptions) =>
    client<Statement>(`/sellers/${seller}/statement`, read(options, period)),

  /** The same as a spreadsheet. */
  statementFile: (seller: string, period: StatementPeriod, options?: ReadOptions) =>
    client<Blob, 'blob'>(`/sellers/${seller}/statement/file`, {
      ...read(options, period),
      responseType: 'blob',
    }),
})

type StatementPeriod = { country: CountryCode; from: string; to: string }
