import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import { type PayoutInput, type PayoutWithLines, payoutCode } from '../../../domain/payouts/payout.ts'
import { partProblems, totalOfParts, whyNotDay } from '../../../domain/payouts/policy.ts'
import { Refused } from '../../core/errors.ts'
import { announceRecords, type Batch, recordChanges } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { payoutLines, payouts } from '../../db/schema/payouts.ts'
import { payoutList, readPayoutsWithLines } from '../../queries/payouts.ts'
import { holdPaidInvoices, payInvoices } from './pay-invoices.ts'

const verb = 'payout.create'

/** Records a payment for invoices, which are locked. @throws Refused at the line that cannot be paid */
export const recordPayout = async (
  tx: Transaction,
  actor: Actor,
  { seller, country, lines, date, method, reference }: PayoutInput,
  batch: Batch,
): Promise<PayoutWithLines> => {
  const account = { country, owner: seller }
  if (whyNot(actor, verb, account) !== null) throw new Refused('FORBIDDEN')
  const today = dayOf(batch.at, countries[country].timeZone)
  const wrongDay = whyNotDay(date, today)
  if (wrongDay !== null) throw new Refused(wrongDay, { errors: [{ path: 'date', code: wrongDay }] })
  const held = await holdPaidInvoices(tx, lines, { lock: true })
  const errors = partProblems(account, lines, held)
  if (errors.length > 0) throw new Refused(errors[0]!.code, { errors })
  const id = newId()
  const written = {
    ...account,
    code: await takeCode(tx, country, Number(today.slice(0, 4))),
    date,
    method,
    reference: reference ?? null,
    invoices: lines.length,
    total: totalOfParts(lines),
  }
  const at = { createdAt: batch.at, updatedAt: batch.at }
  await tx.insert(payouts).values({ ...written, ...at, id })
  await tx.insert(payoutLines).values(lines.map((line) => ({ ...line, payout: id })))
  await payoutList.makeFindable(tx, [id])
  await recordChanges(tx, actor, batch, [
    { verb, resource: 'payouts', recordId: id, version: 1, before: null, after: written },
  ])
  await announceRecords(tx, actor, batch, { resource: 'payouts', verb }, [{ id, ...account }])
  await payInvoices(tx, actor, batch, held, { verb, parts: lines, isPaid: true })
  return (await readPayoutsWithLines(tx, [id]))[0]!
}

/** The counter row of country and year is locked until commit, so that codes have no gaps. */
const takeCode = async (tx: Transaction, country: CountryCode, year: number): Promise<string> => {
  const { rows } = await tx.execute<{ last: number }>(sql`
    insert into payout_numbers as counter (country, year, last) values (${country}, ${year}, 1)
    on conflict (country, year) do update set last = counter.last + 1
    returning last`)
  return payoutCode(country, year, rows[0]!.last)
}
