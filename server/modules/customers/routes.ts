import { type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, actorScope, onlyCountryOf } from '../../../domain/access/actor.ts'
import { type Scope, scopeOf } from '../../../domain/access/permissions.ts'
import { everOut } from '../../../domain/analytics/analytics.ts'
import { type CountryCode, countries, countryCodes } from '../../../domain/core/countries.ts'
import { defaultLanguage } from '../../../domain/core/languages.ts'
import {
  type Customer,
  customerShapes,
  latestOrders,
  rememberedNames,
} from '../../../domain/customers/customer.ts'
import {
  erasedPhonePrefix,
  eraseFields,
  erasureShapes,
  personalPlaces,
} from '../../../domain/customers/personal-data.ts'
import { retentionFields, retentionShapes } from '../../../domain/customers/retention.ts'
import { choiceOf } from '../../../domain/lib/field.ts'
import { countryOfPhone, readPhone } from '../../../domain/lib/typed/read-phone.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { callableStatuses } from '../../../domain/triage/claim.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor } from '../../db/drizzle.ts'
import { inOwnTransaction, permit } from '../../http/auth.ts'
import { queryOf, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { fieldsJson, json, shapesJson, spreadsheet } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { objectSchema, titled } from '../../openapi/json-schema.ts'
import { acceptedLanguages } from '../../problems/problem.ts'
import { isDuplicate } from '../../queries/orders.ts'
import { erasePerson, erasureLedger } from '../../services/personal/erase-person.ts'
import { exportPerson, type PersonalExport, recordReading } from '../../services/personal/export-person.ts'
import { findPerson } from '../../services/personal/find-person.ts'
import { readRetention, setRetention } from '../../services/personal/retention.ts'
import { spreadsheetHeaders } from '../../spreadsheets/write-workbook.ts'
import { writePersonal } from './write-personal.ts'

const exportSchema = titled(
  'CustomerExport',
  objectSchema(
    Object.fromEntries(
      personalPlaces.map((place) => [
        place,
        { type: 'array', items: { type: 'object', additionalProperties: true } },
      ]),
    ),
    [],
  ),
)

const customerCalls = {
  one: describe.call({
    id: 'getCustomer',
    tag: 'customers',
    summary: 'Read what became of every order of one phone number',
    detail:
      "The phone in any written form, `+225 07 08 09 10 11`, `002250708091011` or as it is dialled in the country that `country` names, the caller's own where it is left out. Orders of every country count, as far as the caller may see them; `outcomes` are those of the named country.",
    verbs: ['customer.view'],
    query: { country: { kind: 'choice', values: countryCodes } },
    answers: { 200: shapesJson('Customer', customerShapes) },
    refuses: ['VALIDATION_FAILED', 'NOT_FOUND'],
  }),
  export: describe.call({
    id: 'exportCustomer',
    tag: 'customers',
    summary: 'Read everything that is stored about the customer of one phone number',
    detail:
      'Rows as they are stored, by place: orders, parcels, labels, lines of invoices and of the history with calls, comments and merges, events of shops, deliveries of webhooks, blocks, and texts elsewhere that have the number. The reading is a line of the history.',
    verbs: ['customer.export'],
    query: { country: { kind: 'choice', values: countryCodes } },
    answers: { 200: json(exportSchema) },
    refuses: ['VALIDATION_FAILED', 'NOT_FOUND'],
  }),
  exportFile: describe.call({
    id: 'downloadCustomer',
    tag: 'customers',
    summary: 'Download everything that is stored about the customer of one phone number as a spreadsheet',
    detail: 'A sheet by place, in the language that the call accepts.',
    verbs: ['customer.export'],
    query: { country: { kind: 'choice', values: countryCodes } },
    answers: { 200: spreadsheet },
    refuses: ['VALIDATION_FAILED', 'NOT_FOUND'],
  }),
  erase: describe.call({
    id: 'eraseCustomer',
    tag: 'customers',
    summary: 'Erase the customer of one phone number for good',
    detail:
      'Orders, parcels, stock and money stay; name, phone, address, comments and every text with the number go, in the history too. `dryRun` only counts. Nothing brings it back: changes whose former values were erased are refused as `ERASED` when they are undone.',
    verbs: ['customer.erase'],
    headers: ['Idempotency-Key'],
    body: fieldsJson('EraseCustomer', eraseFields),
    answers: { 200: shapesJson('Erasure', erasureShapes) },
  }),
  retention: describe.call({
    id: 'getRetention',
    tag: 'customers',
    summary: 'Read after how many years without an order customers of a country are erased',
    detail: '`due` says how many the next run erases. Runs are daily.',
    verbs: ['customer.set-retention'],
    query: { country: { kind: 'choice', values: countryCodes } },
    answers: { 200: shapesJson('Retention', retentionShapes) },
  }),
  setRetention: describe.call({
    id: 'setRetention',
    tag: 'customers',
    summary: 'Set after how many years without an order customers of a country are erased',
    detail: 'Without `years` nobody is. A line of the history; what was erased by it does not come back.',
    verbs: ['customer.set-retention'],
    headers: ['Idempotency-Key'],
    body: fieldsJson('RetentionInput', retentionFields),
    answers: { 200: shapesJson('Retention', retentionShapes) },
    sendsBatch: true,
  }),
}

/** Customers are identified by phone. */
export const customerRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/customers/:phone', customerCalls.one, async (request) => {
    const actor = permit(request, 'customer.view')
    refuseQuery(request, ['country'])
    const country = readCountry(queryOf(request).country, actor.country)
    const { phone: written } = request.params as { phone: string }
    // The orders of somebody who was erased stay together.
    const phone = written.startsWith(erasedPhonePrefix) ? written : phoneOf(written, country)
    const customer = await readCustomer(context.db, actor, { phone, country })
    if (customer === null) throw new Refused('NOT_FOUND')
    return customer
  })

  /** What is stored about a customer, and the line that says who read it. */
  const exportOf = async (request: FastifyRequest): Promise<PersonalExport> => {
    refuseQuery(request, ['country'])
    permit(request, 'customer.export')
    return inOwnTransaction(context, request, async (tx) => {
      const actor = permit(request, 'customer.export')
      const country = readCountry(queryOf(request).country, actor.country)
      const phone = phoneOf((request.params as { phone: string }).phone, country)
      const person = await findPerson(tx, phone)
      const found = await exportPerson(tx, person)
      if (Object.keys(found).length === 0) throw new Refused('NOT_FOUND')
      await recordReading(tx, actor, person, newBatch(context))
      return found
    })
  }

  app.get('/customers/:phone/export', customerCalls.export, async (request) => exportOf(request))

  app.get('/customers/:phone/export/file', customerCalls.exportFile, async (request, reply) => {
    const found = await exportOf(request)
    const language = acceptedLanguages(request.headers['accept-language'])[0] ?? defaultLanguage
    return reply.headers(spreadsheetHeaders('customer.xlsx')).send(writePersonal(found, language))
  })

  app.put('/customers/erase', customerCalls.erase, async (request, reply) => {
    refuseQuery(request)
    permit(request, 'customer.erase')
    return write(
      context,
      request,
      reply,
      async (tx) => {
        const actor = permit(request, 'customer.erase')
        const { phone, country, dryRun } = accepted(
          validate(eraseFields, request.body ?? {}, { country: actor.country }),
        )
        const batch = dryRun === true ? null : newBatch(context)
        const e164 = phoneOf(phone, country)
        const hash = context.secrets.digests(e164, erasureLedger)[0]!
        const body = await erasePerson(tx, actor, { phone: e164, hash, batch })
        return { status: 200, body }
      },
      { isSnapshot: true },
    )
  })

  app.get('/customers/retention', customerCalls.retention, async (request) => {
    refuseQuery(request, ['country'])
    const actor = permit(request, 'customer.set-retention')
    return readRetention(context.db, readCountry(queryOf(request).country, actor.country), context.now())
  })

  app.put('/customers/retention', customerCalls.setRetention, async (request, reply) => {
    refuseQuery(request)
    permit(request, 'customer.set-retention')
    return write(context, request, reply, async (tx) => {
      const actor = permit(request, 'customer.set-retention')
      const { country, years = null } = accepted(
        validate(retentionFields, request.body ?? {}, { country: actor.country }),
      )
      const batch = newBatch(context)
      const isChanged = await setRetention(tx, actor, { country, years }, batch)
      const body = await readRetention(tx, country, context.now())
      return { status: 200, body, batchId: isChanged ? batch.id : null }
    })
  })
}

const readCountry = (written: unknown, own: CountryCode): CountryCode => {
  if (written === undefined) return own
  const country = choiceOf(countryCodes, written)
  if (country !== null) return country
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'country', code: 'NOT_A_CHOICE' }] })
}

const phoneOf = (text: string, country: CountryCode): string => {
  const phone = readPhone(text, country)
  if (phone.ok) return phone.value.e164
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'phone', code: 'INVALID_PHONE' }] })
}

type Found = Omit<Customer, 'phone' | 'country' | 'name' | 'confirmationRate' | 'deliveryRate'> & {
  lastCountry: CountryCode
}

type Asked = { phone: string; country: CountryCode }

/** A customer by E.164 phone, from the orders visible to the actor, in one statement; null for none. */
const readCustomer = async (db: Executor, actor: Actor, asked: Asked): Promise<Customer | null> => {
  const { phone } = asked
  const { rows } = await db.execute<{ found: Found | null }>(customerSql(actor, asked))
  const found = rows[0]?.found ?? null
  if (found === null) return null
  const { lastCountry, ...customer } = found
  const { orders, byStatus, byShippingStatus } = customer
  const out = everOut.reduce((sum, status) => sum + (byShippingStatus[status] ?? 0), 0)
  const seesUnconfirmed = actorScope(actor, 'order.view') !== null
  return {
    ...customer,
    phone,
    country: countryOfPhone(phone) ?? lastCountry,
    name: customer.names[0] ?? '',
    confirmationRate: seesUnconfirmed ? (byStatus.CONFIRMED ?? 0) / orders : null,
    deliveryRate: out === 0 ? null : (byShippingStatus.DELIVERED ?? 0) / out,
  }
}

/** Reads one range of the phone index. */
const customerSql = (actor: Actor, { phone, country }: Asked): SQL => sql`
  with mine as materialized (
    select orders.id, orders.number, orders.country, orders.customer_name, orders.customer_address, orders.quantity,
      orders.total_price, orders.status, orders.basket, orders.callback_at, orders.created_at, ${isDuplicate} as is_duplicate,
      orders.product, products.name as product_name, parcel.id as shipping, parcel.number as shipping_number,
      parcel.status as shipping_status, parcel.collected
    from orders join products on products.id = orders.product
      left join shippings parcel on parcel."order" = orders.id and parcel.deleted_at is null
    where orders.customer_phone = ${phone} and orders.deleted_at is null and ${reach(actor)}
  ), waiting as (
    select * from mine where status = any(${sql.param([...callableStatuses])}::text[])
  ), here as (
    select * from mine where country = ${country}
  )
  select case when count(*) > 0 then jsonb_build_object(
    'orders', count(*),
    'firstOrderAt', ${isoTime(sql`min(created_at)`)},
    'lastOrderAt', ${isoTime(sql`max(created_at)`)},
    'lastCountry', (array_agg(country order by created_at desc))[1],
    'names', ${newest(sql`customer_name`)},
    'addresses', ${newest(sql`customer_address`)},
    'byStatus', ${countBy(sql`status`)},
    'byShippingStatus', ${countBy(sql`shipping_status`)},
    'collected', (
      select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount) order by amount desc), '[]')
      from (
        select money.currency, sum(mine.collected) as amount
        from mine join (values ${currencies}) as money (country, currency) on money.country = mine.country
        where mine.collected is not null group by money.currency
      ) sums),
    'duplicates', (select count(*) from waiting where is_duplicate),
    'callbackAt', (select ${isoTime(sql`min(callback_at)`)} from waiting),
    'outcomes', (
      select jsonb_build_object(
        'country', ${country}::text,
        'waiting', count(*) filter (where status in ('PENDING', 'NOT_REACHABLE')),
        'cancelled', count(*) filter (where status = 'CANCELLED'),
        'delivered', count(*) filter (where shipping_status = 'DELIVERED'),
        'refused', count(*) filter (where shipping_status = 'REFUSED'),
        'returned', count(*) filter (where shipping_status = 'RETURNED'),
        'underway', count(*) filter (
          where shipping_status in ('PENDING', 'ASSIGNED', 'OUT_FOR_DELIVERY', 'POSTPONED', 'NOT_REACHABLE')),
        'refusedAddresses', ${addressesOf('REFUSED')},
        'returnedAddresses', ${addressesOf('RETURNED')})
      from here),
    'latest', (
      select jsonb_agg(${orderJson} order by created_at desc, number desc)
      from (select * from mine order by created_at desc, number desc limit ${latestOrders}) latest)
  ) end as found
  from mine`

const orderJson = sql`jsonb_build_object(
  'id', id, 'number', number, 'country', country, 'product', product, 'productName', product_name, 'quantity', quantity,
  'totalPrice', total_price, 'status', status, 'isDuplicate', is_duplicate, 'basket', basket, 'callbackAt', ${isoTime(sql`callback_at`)},
  'createdAt', ${isoTime(sql`created_at`)}, 'shipping', shipping, 'shippingNumber', shipping_number,
  'shippingStatus', shipping_status)`

function isoTime(instant: SQL): SQL {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Distinct values, most recent first. */
const newest = (column: SQL): SQL => sql`(
  select jsonb_agg(used.value order by used.last desc) from (
    select ${column} as value, max(created_at) as last from mine group by 1 order by 2 desc limit ${rememberedNames}
  ) used)`

/** Of the newest parcels with that status, in the country that was asked for. */
const addressesOf = (status: 'REFUSED' | 'RETURNED'): SQL => sql`coalesce(
  to_jsonb((array_agg(customer_address order by created_at desc) filter (where shipping_status = ${status}))[1:${rememberedNames}::int]), '[]')`

const countBy = (column: SQL): SQL => sql`(
  select coalesce(jsonb_object_agg(counted.value, counted.orders), '{}') from (
    select ${column} as value, count(*) as orders from mine where ${column} is not null group by 1
  ) counted)`

const currencies = sql.join(
  Object.entries(countries).map(([code, { currency }]) => sql`(${code}::text, ${currency}::text)`),
  sql`, `,
)

/** Couriers, and agents who do not call, see the orders of parcels. */
const reach = (actor: Actor): SQL => {
  const conditions: Record<Scope, SQL> = {
    all: sql`true`,
    own: sql`orders.owner = ${actor.id}`,
    country:
      actorScope(actor, 'order.view') === null
        ? sql`parcel.country = ${actor.country}`
        : sql`orders.country = ${actor.country}`,
    assigned: sql`parcel.delivery = ${actor.id}`,
  }
  const scope = actorScope(actor, 'customer.view') && scopeOf(actor, 'customer.view')
  if (scope === null) return sql`false`
  const only = onlyCountryOf(actor)
  return only === null ? conditions[scope] : sql`${conditions[scope]} and orders.country = ${only}`
}
