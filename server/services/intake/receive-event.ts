import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { signatureOf, signatureRules, signedTexts } from '../../../domain/intake/signature-rules.ts'
import type { SourceKind } from '../../../domain/intake/source-kinds.ts'
import { Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { placeOfSecret } from '../../queries/sources.ts'

/** Events of one source that may wait to be worked on. */
export const mostWaiting = 10_000

type Call = { token: string; headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer }

type Found = {
  id: string
  kind: SourceKind
  owner: string
  country: CountryCode
  isActive: boolean
  secret: Buffer
  former: Buffer | null
  isFull: boolean
}

/**
 * Stores an event durably, unread. Returns whether there is work. @throws Refused `NOT_FOUND` for an unknown address,
 * `SOURCE_OFF`, `SIGNATURE_WRONG`, `TOO_MANY_EVENTS`, `SECRETS_UNREADABLE`
 */
export const receiveEvent = async (context: ServerContext, call: Call): Promise<boolean> => {
  const source = await findSource(context, call.token)
  if (source === undefined) throw new Refused('NOT_FOUND')
  if (!source.isActive) throw new Refused('SOURCE_OFF')
  if (isPing(source.kind, call)) return false
  if (!isSigned(context, source, call)) throw new Refused('SIGNATURE_WRONG')
  if (source.isFull) throw new Refused('TOO_MANY_EVENTS')
  const id = newId()
  const at = context.now().toISOString()
  await context.db.execute(sql`
    with made as (
      insert into intake (id, country, owner, source, created_at, updated_at)
      values (${id}::uuid, ${source.country}, ${source.owner}::uuid, ${source.id}::uuid, ${at}::timestamptz, ${at}::timestamptz)
    )
    insert into intake_bodies (event, headers, body)
    values (${id}::uuid, ${JSON.stringify(toldHeaders(call.headers))}::jsonb, ${call.body}::bytea)`)
  return true
}

const findSource = async ({ db, now }: ServerContext, token: string): Promise<Found | undefined> => {
  const { rows } = await db.execute<Found>(sql`
    select sources.id, sources.kind, sources.owner, sources.country, sources.is_active as "isActive", secrets.secret,
      case when secrets.former_until > ${now().toISOString()}::timestamptz then secrets.former end as former,
      exists (select 1 from intake where intake.source = sources.id and intake.worked_at is null
        order by intake.number offset ${mostWaiting - 1} limit 1) as "isFull"
    from source_secrets secrets join sources on sources.id = secrets.source
    where secrets.token = ${token} and sources.deleted_at is null`)
  return rows[0]
}

/** WooCommerce asks unsigned, as a form, whether the address answers, when a webhook is saved. */
const isPing = (kind: SourceKind, { headers, body }: Call): boolean =>
  kind === 'woocommerce' &&
  headers[signatureRules.woocommerce.header] === undefined &&
  /^webhook_id=\d{1,20}$/.test(body.subarray(0, 64).toString('latin1').trim())

/** Compares in constant time. During a rotation the former secret is valid too. */
const isSigned = ({ secrets }: ServerContext, source: Found, { headers, body }: Call): boolean => {
  const given = signatureOf(source.kind, headers)
  if (given === null) return false
  const digest = Buffer.from(given, signatureRules[source.kind].encoding)
  const place = placeOfSecret(source.id)
  // The bytes as they came, then what else the kind may have signed.
  const signed = [body, ...signedTexts(source.kind, body.toString('utf8')).slice(1)]
  return [source.secret, source.former].some((sealed) => {
    if (sealed === null) return false
    const secret = secrets.open(sealed, place)
    if (secret === null) throw new Refused('SECRETS_UNREADABLE')
    return signed.some((text) => timingSafeEqual(createHmac('sha256', secret).update(text).digest(), digest))
  })
}

/** Those that say something of the event; signatures and addresses are not kept. */
const told = /^(x-(shopify|wc-webhook|youcan|waybill)-|content-type$|user-agent$)/

const longest = 500

const toldHeaders = (headers: Call['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      told.test(name) && !/signature|hmac/.test(name) && typeof value === 'string'
        ? [[name, value.slice(0, longest)] as const]
        : [],
    ),
  )
