import { type SQL, sql } from 'drizzle-orm'
import type { PersonalPlace } from '../../../domain/customers/personal-data.ts'
import {
  bytes,
  document,
  documentOf,
  emptied,
  ids,
  ownEmptied,
  ownPhone,
  ownText,
  type Treatment,
  text,
  texts,
  unread,
  type Whose,
} from './treatments.ts'

/** Fields of history lines about the people: of orders and parcels, and the phone and reason of blocks. */
const fieldsOfLines = ['customerName', 'customerPhone', 'customerAddress', 'comment', 'phone', 'reason']
const ofLines = documentOf(fieldsOfLines)

/** Parts of an order as a shop has it. */
const ofShop = documentOf(['customer.name', 'phones', 'lines', 'company', 'postcode', 'note'])

export type PersonalTable = {
  place: PersonalPlace
  table: string
  columns: Readonly<Record<string, Treatment>>
  /** Rows about the people, whatever their columns have. */
  linked?: (whose: Whose) => SQL
  /** Rows with a hit are deleted. */
  isDeleted?: true
  /** Erased by `eraseEvents`: rows of others are redacted. */
  isErasedApart?: true
  /** Records: their version counts up. */
  hasVersion?: true
  /** Copies of other places, which an export leaves out. */
  isCopy?: true
  /** Append-only: written through `open_redaction`. */
  isLedger?: true
}

export const placedColumn = ({ table }: PersonalTable, name: string): SQL =>
  sql`${sql.identifier(table)}.${sql.identifier(name)}`

const idsOf = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`

const isOfFulfillment =
  (column: SQL) =>
  ({ orders, parcels }: Whose): SQL =>
    sql`${column} = ${idsOf([...orders, ...parcels])}`

/** Events of shops whose order is theirs, or that name their phone. */
export const eventsOf = ({ orders, phones, events }: Whose): SQL =>
  sql`(intake.orders && ${sql.param([...orders])}::uuid[] or intake.customer_phone = any(${sql.param([...phones])}::text[])
    or intake.id = ${idsOf(events)})`

/** The phone of the people's order that an event of a shop is about. */
const phoneOfOrder = ({ phones }: Whose): SQL =>
  sql`(select orders.customer_phone from orders
    where orders.id = any(intake.orders) and orders.customer_phone = any(${sql.param([...phones])}::text[]) limit 1)`

const textsIn = sql`changes line
  cross join lateral (values (line.before), (line.after)) side (fields)
  cross join lateral jsonb_each(side.fields) field (name, value)`

/** Long texts that lines about the people share among each other, and with no line about anybody else. */
const sharedTextsOf = ({ orders, parcels, blocks }: Whose): SQL => {
  const ids = sql.param([...orders, ...parcels, ...blocks])
  // In this order: few texts are theirs, and the lines of a batch are many.
  return sql`case when (change_texts.batch_id, change_texts.key) in (
    select line.batch_id, field.value->>'$text' from ${textsIn}
    where line.record_id = any(${ids}::uuid[]) and field.name = any(${sql.param(fieldsOfLines)}::text[])
      and jsonb_typeof(field.value) = 'object'
  ) then not exists (
    select 1 from ${textsIn}
    where line.batch_id = change_texts.batch_id and line.record_id <> all(${ids}::uuid[])
      and field.value->>'$text' = change_texts.key
  ) else false end`
}

const notes = (table: string, ...columns: string[]): PersonalTable => ({
  place: 'notes',
  table,
  columns: Object.fromEntries(columns.map((column) => [column, text])),
  hasVersion: true,
})

/** Exports of lists with customers, and files of imports. */
export const isFileOfCustomers = sql`job_files.job in (select jobs.id from jobs where jobs.work <> 'records.export'
  or jobs.input->>'resource' in ('orders', 'shippings', 'invoices', 'intake', 'blocked', 'deliveries', 'handovers', 'manifests'))`

/**
 * The only list of what the database has about customers: export, search and erasure read it. A test fails if a column of texts is
 * neither here nor in `columnsWithoutCustomers`.
 */
export const personalTables: readonly PersonalTable[] = [
  // Before the tables that they are found by.
  {
    place: 'intake',
    table: 'intake_bodies',
    columns: { headers: emptied, body: bytes },
    linked: (whose) => sql`intake_bodies.event in (select intake.id from intake where ${eventsOf(whose)})`,
    isDeleted: true,
    isErasedApart: true,
  },
  {
    place: 'intake',
    table: 'shop_orders',
    columns: { external_id: ids, said: ofShop, applied: ofShop },
    linked: (whose) => sql`(shop_orders.source, shop_orders.external_id) in (
      select line.source, line.external_id from shop_lines line where line."order" = ${idsOf(whose.orders)}
      union select intake.source, intake.external_id from intake where ${eventsOf(whose)})`,
  },
  {
    place: 'intake',
    table: 'intake',
    columns: {
      external_id: ids,
      name: text,
      customer_name: ownText,
      customer_phone: ownPhone(phoneOfOrder),
      understood: ofShop,
      unmapped: document,
      differences: ownEmptied,
      notes: document,
    },
    linked: eventsOf,
    hasVersion: true,
  },
  {
    place: 'orders',
    table: 'orders',
    columns: {
      customer_name: ownText,
      customer_phone: ownPhone(),
      customer_address: ownText,
      comment: ownText,
      city: text,
      source_link: text,
      source_name: text,
      external_ref: emptied,
      basket: text,
    },
    linked: isOfFulfillment(sql`orders.id`),
    hasVersion: true,
  },
  {
    place: 'parcels',
    table: 'shippings',
    columns: { comment: ownText },
    linked: isOfFulfillment(sql`shippings.id`),
    hasVersion: true,
  },
  {
    place: 'labels',
    table: 'label_prints',
    columns: {},
    linked: isOfFulfillment(sql`label_prints.shipping`),
  },
  {
    place: 'invoices',
    table: 'invoice_lines',
    columns: { customer_name: ownText },
    linked: isOfFulfillment(sql`invoice_lines.shipping`),
  },
  // Before the lines that they are found by.
  {
    place: 'history',
    table: 'change_texts',
    columns: { text: ownText },
    linked: sharedTextsOf,
    isLedger: true,
  },
  {
    place: 'history',
    table: 'changes',
    columns: { before: ofLines, after: ofLines },
    linked: ({ orders, parcels, blocks }) =>
      sql`changes.record_id = ${idsOf([...orders, ...parcels, ...blocks])}`,
    isLedger: true,
  },
  {
    place: 'deliveries',
    table: 'deliveries',
    columns: { data: document, answer_text: ownText },
    linked: isOfFulfillment(sql`deliveries.record`),
    hasVersion: true,
  },
  {
    place: 'blocked',
    table: 'blocked',
    columns: { phone: ownPhone(), reason: ownText },
    linked: ({ blocks }) => sql`blocked.id = ${idsOf(blocks)}`,
    hasVersion: true,
  },
  { place: 'notes', table: 'stock_movements', columns: { note: text }, isLedger: true },
  notes('handovers', 'note'),
  notes('payouts', 'reference'),
  notes('advertising', 'note'),
  notes('expeditions', 'name', 'description', 'comment', 'package_information'),
  notes('requests', 'name', 'description', 'comment'),
  notes('products', 'name', 'description', 'comment'),
  notes('affiliates', 'name', 'description', 'comment'),
  notes('templates', 'name', 'text'),
  notes('invoices', 'notes', 'terms'),
  notes('views', 'name', 'query'),
  { place: 'notes', table: 'user_desks', columns: { document }, hasVersion: true },
  {
    place: 'jobs',
    table: 'jobs',
    columns: { input: document, cursor: emptied, report: emptied },
    isCopy: true,
  },
  {
    // Packed spreadsheets are not searched: those of lists with customers go.
    place: 'files',
    table: 'job_files',
    columns: { bytes: unread },
    linked: () => isFileOfCustomers,
    isDeleted: true,
    isCopy: true,
  },
  { place: 'answers', table: 'idempotency_keys', columns: { body: emptied }, isCopy: true },
  {
    place: 'copies',
    table: 'search_entries',
    columns: { title: text, subtitle: text, text, digits: text, keys: texts },
    isDeleted: true,
    isCopy: true,
  },
  {
    place: 'copies',
    table: 'customer_parcels',
    columns: { phone: text },
    linked: ({ phones }) => sql`customer_parcels.phone = any(${sql.param([...phones])}::text[])`,
    isDeleted: true,
    isCopy: true,
  },
]

/**
 * Columns of texts that have nothing about customers, with the reason. `codes`: words of the program; `company`: staff, sellers, goods
 * and settings; `secret`: hashes and sealed secrets; `words`: cleaned apart from the tables.
 */
export const columnsWithoutCustomers: Readonly<
  Record<'codes' | 'company' | 'secret' | 'words', readonly string[]>
> = {
  codes: [
    'account_tokens.purpose',
    'batch_tallies.country',
    'batch_tallies.resource',
    'batch_tallies.verb',
    'change_batches.country',
    'change_batches.resource',
    'change_batches.verb',
    'change_texts.key',
    'changes.resource',
    'changes.verb',
    'day_statuses.parcel_status',
    'day_statuses.status',
    'day_times.to_confirm',
    'day_times.to_deliver',
    'deliveries.event',
    'deliveries.failure',
    'events.country',
    'events.resource',
    'events.verb',
    'expeditions.mode',
    'idempotency_keys.key',
    'idempotency_keys.request_hash',
    'idempotency_keys.standing',
    'images.hash',
    'import_mappings.fingerprint',
    'imports.file_hash',
    'intake.event',
    'intake.reason',
    'intake.taken_back',
    'intake.waiting_key',
    'invoice_runs.week',
    'invoices.code',
    'invoices.week',
    'jobs.code',
    'jobs.file_name',
    'jobs.held_by',
    'jobs.kind',
    'jobs.standing',
    'jobs.status',
    'jobs.work',
    'mails.template',
    'passkey_challenges.purpose',
    'passkeys.credential_id',
    'passkeys.device_type',
    'passkeys.transports',
    'payouts.code',
    'products.type',
    'search_entries.resource',
    'search_rebuilds.resource',
    'shop_lines.external_id',
    'shop_lines.line',
    'source_access.failure',
    'source_access.next_page',
    'tallies.resource',
    'tallies.status',
    'views.columns',
    'views.resource',
    'webhooks.events',
  ],
  company: [
    'advertising.channel',
    'affiliates.product_image',
    'call-policies.days_off',
    'call-policies.hours',
    'call-policies.spacing',
    'call-policies.weekdays_off',
    'expeditions.from',
    'expeditions.product_image',
    'expeditions.transporter_name',
    'expeditions.transporter_phone',
    'handover_lines.zone_name',
    'import_mappings.columns',
    'import_mappings.headers',
    'invoice_lines.product_name',
    'invoice_lines.zone_name',
    'invoices.parties',
    'issuers.address',
    'issuers.name',
    'issuers.tax_number',
    'keys.name',
    'keys.verbs',
    'packages.name',
    'packages.pack',
    'passkeys.domain',
    'passkeys.name',
    'products.product_image',
    'products.source_link',
    'products.source_name',
    'products.store_name',
    'requests.product_image',
    'sessions.address',
    'sessions.user_agent',
    'sign_ons.provider',
    'source_access.url',
    'source_products.key',
    'sources.name',
    'user_identities.issuer',
    'user_identities.subject',
    'users.address',
    'users.email',
    'users.name',
    'users.phone',
    'users.tax_number',
    'webhooks.name',
    'webhooks.url',
    'zones.cities',
    'zones.name',
  ],
  secret: [
    'account_tokens.token_hash',
    'attempts.key',
    'erasure_keys.key',
    'erasures.hash',
    'key_secrets.hash',
    'key_secrets.prefix',
    'known_devices.token_hash',
    'login_challenges.token_hash',
    'passkey_challenges.challenge_hash',
    'passkeys.public_key',
    'recovery_codes.code_hash',
    'second_factors.secret',
    'sessions.token_hash',
    'sign_ons.flow_hash',
    'sign_ons.secrets',
    'source_access.token',
    'source_secrets.former',
    'source_secrets.secret',
    'source_secrets.token',
    'users.password_hash',
    'webhook_secrets.former',
    'webhook_secrets.secret',
  ],
  words: ['search_words.word'],
}
