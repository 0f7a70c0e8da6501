import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { countries, countryCodes } from '../../../domain/core/countries.ts'
import { chooseWeek, type InvoiceGenerateInput, type InvoicesDue } from '../../../domain/invoices/invoice.ts'
import { addLines, noLines, totalWithFees } from '../../../domain/invoices/totals.ts'
import { isoWeekInterval, isoWeekOf } from '../../../domain/lib/iso-week.ts'
import { Refused } from '../../core/errors.ts'
import { changeReport } from '../../crud/change-report.ts'
import type { Batch } from '../../crud/record-changes.ts'
import { type OnFault, workApart } from '../../db/apart.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { users } from '../../db/schema/users.ts'
import { refusalOf } from '../../problems/refusal-of.ts'
import {
  type Account,
  type BillingPeriod,
  type DueParcel,
  dueAccounts,
  holdDueParcels,
  readDueParcels,
} from './due-parcels.ts'
import { type HeldInvoice, holdInvoicesOfWeeks, lockAccounts } from './invoice-steps.ts'
import { priceParcels } from './price-parcels.ts'
import { type Bill, writeBills } from './write-bills.ts'

type Billed = Pick<ChangeReport, 'changed' | 'refused'> & { left: { account: Account; code: Code }[] }

/** Bills accounts, individually if together fails: a failing one is left unchanged and reported with its code. */
export const billAccounts = async (
  tx: Transaction,
  actor: Actor | null,
  batch: Batch,
  { accounts, periods }: Pick<BillingPlan, 'periods'> & { accounts: readonly Account[] },
  onFault: OnFault,
): Promise<ChangeReport> => {
  await lockAccounts(tx, accounts)
  const billed = await workApart<Account, Billed>(tx, accounts, {
    work: async (part, some) => ({ ...(await billTogether(part, actor, batch, some, periods)), left: [] }),
    refuse: (account, error) => {
      onFault(error)
      return { changed: [], refused: [], left: [{ account, code: refusalOf(error).code }] }
    },
  })
  const report = changeReport(
    batch.id,
    billed.flatMap(({ changed }) => changed),
    billed.flatMap(({ refused }) => refused),
  )
  const left = billed.flatMap(({ left }) => left)
  return left.length === 0 ? report : withAccounts(report, await nameAccounts(tx, left))
}

type LeftOut = NonNullable<ChangeReport['accounts']>

const withAccounts = (report: ChangeReport, accounts: LeftOut): ChangeReport => {
  const { changed, refused, refusedBy: by } = report.counts
  const refusedBy = { ...by }
  for (const { code } of accounts) refusedBy[code] = (refusedBy[code] ?? 0) + 1
  return { ...report, counts: { changed, refused: refused + accounts.length, refusedBy }, accounts }
}

const nameAccounts = async (tx: Transaction, left: Billed['left']): Promise<LeftOut> => {
  const owners = left.map(({ account }) => account.owner)
  const rows = await tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(isOneOf(users.id, owners))
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
  return left.map(({ account: { country, owner }, code }) => ({
    country,
    owner,
    ownerName: nameOf.get(owner) ?? '',
    code,
  }))
}

/**
 * Adds due parcels of accounts in their country's period to the invoices of their weeks, creating missing ones. Parcels of paid
 * weeks go to the current week's; if that is paid too, `INVOICE_IS_PAID` and they stay due.
 */
const billTogether = async (
  tx: Transaction,
  actor: Actor | null,
  batch: Batch,
  accounts: readonly Account[],
  periods: readonly BillingPeriod[],
): Promise<Pick<ChangeReport, 'changed' | 'refused'>> => {
  const parcels = findWeeks(await holdDueParcels(tx, accounts, periods), batch.at)
  const { bills, closed } = sortParcels(
    parcels,
    await holdInvoicesOfWeeks(tx, accounts, weeksOf(parcels), { lock: true }),
  )
  return {
    changed: await writeBills(tx, actor, batch, bills),
    refused: closed.map(({ id, number }) => ({ id, number, code: 'INVOICE_IS_PAID' })),
  }
}

/** Dry run of `billTogether`, without locks. */
export const previewBilling = async (
  db: Executor,
  { accounts, periods }: BillingPlan,
  at: Date,
): Promise<InvoicesDue> => {
  const parcels = findWeeks(accounts.length === 0 ? [] : await readDueParcels(db, accounts, periods), at)
  const { bills, closed } = sortParcels(
    parcels,
    await holdInvoicesOfWeeks(db, accounts, weeksOf(parcels), { lock: false }),
  )
  const totals = addLines(
    noLines,
    await priceParcels(
      db,
      bills.flatMap((bill) => bill.parcels),
    ),
  )
  return {
    opened: bills.filter(({ invoice }) => invoice === null).length,
    extended: bills.filter(({ invoice }) => invoice !== null).length,
    paid: closed.length,
    parcels: totals.totalShipments,
    totalWithoutFees: totals.totalWithoutFees,
    totalWithFees: totalWithFees({ ...totals, expeditionFees: 0, otherFees: 0 }),
  }
}

/** The parcels that a billing would put on invoices now; those of paid weeks stay due. */
export const parcelsToBill = async (
  db: Executor,
  { accounts, periods }: BillingPlan,
  at: Date,
): Promise<DueParcel[]> => {
  const parcels = findWeeks(accounts.length === 0 ? [] : await readDueParcels(db, accounts, periods), at)
  const held = await holdInvoicesOfWeeks(db, accounts, weeksOf(parcels), { lock: false })
  return sortParcels(parcels, held).bills.flatMap((bill) => bill.parcels)
}

/** A parcel with the weeks whose invoice may take it, in its country's time zone. */
type DatedParcel = DueParcel & { settledIn: string; present: string }

const findWeeks = (parcels: readonly DueParcel[], at: Date): DatedParcel[] => {
  const presents = new Map(
    [...new Set(parcels.map(({ country }) => country))].map((country) => [
      country,
      isoWeekOf(at, countries[country].timeZone),
    ]),
  )
  return parcels.map((parcel) => ({
    ...parcel,
    settledIn: isoWeekOf(parcel.settledAt, countries[parcel.country].timeZone),
    present: presents.get(parcel.country)!,
  }))
}

const weeksOf = (parcels: readonly DatedParcel[]): string[] => [
  ...new Set(parcels.flatMap(({ settledIn, present }) => [settledIn, present])),
]

/** Groups parcels by account and week; returns also paid invoices without alternative. */
const sortParcels = (
  parcels: readonly DatedParcel[],
  held: readonly HeldInvoice[],
): { bills: Bill[]; closed: HeldInvoice[] } => {
  const invoices = new Map(held.map((invoice) => [keyOf(invoice, invoice.week), invoice]))
  const bills = new Map<string, Bill>()
  const closed = new Set<HeldInvoice>()
  for (const parcel of parcels) {
    const { country, owner, settledIn, present } = parcel
    const invoiceOf = (week: string): HeldInvoice | null => invoices.get(keyOf(parcel, week)) ?? null
    const week = chooseWeek(settledIn, present, (each) => invoiceOf(each)?.status ?? null)
    if (week === null) {
      closed.add(invoiceOf(present)!)
      continue
    }
    const key = keyOf(parcel, week)
    const bill = bills.get(key) ?? { country, owner, week, invoice: invoiceOf(week), parcels: [] }
    bill.parcels.push(parcel)
    bills.set(key, bill)
  }
  return { bills: [...bills.values()], closed: [...closed] }
}

const keyOf = ({ country, owner }: Account, week: string): string => `${country} ${owner} ${week}`

/** Accounts and period to bill. Parcels due later are not included. */
export type BillingPlan = { accounts: (Account & { parcels: number })[]; periods: BillingPeriod[] }

/** Plan of a call: everything due until now, including the current week, or one week. */
export const planBilling = async (
  db: Executor,
  { country, seller, week }: InvoiceGenerateInput,
): Promise<BillingPlan> => {
  if (seller) await demandSeller(db, seller)
  const periods = (country ? [country] : countryCodes).map((code) => ({
    country: code,
    ...(week ? isoWeekInterval(week, countries[code].timeZone) : { from: null, to: null }),
  }))
  return { accounts: await dueAccounts(db, periods, seller ?? null), periods }
}

export const countParcels = ({ accounts }: BillingPlan): number =>
  accounts.reduce((total, { parcels }) => total + parcels, 0)

/** Including former sellers, who are still owed. */
const demandSeller = async (db: Executor, seller: string): Promise<void> => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(isOneOf(users.id, [seller]))
  if (rows.length === 0) {
    throw new Refused('OWNER_NOT_FOUND', { errors: [{ path: 'seller', code: 'OWNER_NOT_FOUND' }] })
  }
}
