import type pg from 'pg'
import { erasedPhonePrefix } from '../../domain/customers/erased.ts'

/** Customers who were erased, and the sealed keys of that ledger. */
type Erased = { hash: Buffer; at: Date; actor: string | null }
type ErasureKey = { id: string; key: Buffer; createdAt: Date }

type Revoked = { key: string; at: Date }

/** For how many years the customers of a country are kept; null for ever. */
type RetentionRule = { id: string; country: string; years: number | null; updatedAt: Date }

/** What was withdrawn from somebody or renewed, which a restore brings back: told to the operator. */
export type Withdrawn = {
  what: 'access' | 'password' | 'secret'
  resource: string
  id: string
  name: string
  at: Date
}

/** What a restore must not undo, of the database that it replaces. */
export type Ledgers = {
  erasures: readonly Erased[]
  erasureKeys: readonly ErasureKey[]
  /** Identifiers of the orders of erased customers. */
  erasedOrders: readonly string[]
  retention: readonly RetentionRule[]
  revokedKeys: readonly Revoked[]
  withdrawn: readonly Withdrawn[]
}

/** Reads them before a restore. A database of an older version has some, one without content has none. */
export const readLedgers = async (client: pg.Client): Promise<Ledgers> => ({
  erasures: await readFrom<Erased>(client, ['erasures'], 'select hash, at, actor from erasures'),
  erasureKeys: await readFrom<ErasureKey>(
    client,
    ['erasure_keys'],
    'select id, key, created_at as "createdAt" from erasure_keys',
  ),
  erasedOrders: (
    await readFrom<{ id: string }>(
      client,
      ['orders', 'erasures'],
      `select id from orders where starts_with(customer_phone, '${erasedPhonePrefix}')`,
    )
  ).map(({ id }) => id),
  retention: await readFrom<RetentionRule>(
    client,
    ['retention_rules'],
    'select id, country, years, updated_at as "updatedAt" from retention_rules',
  ),
  revokedKeys: [
    ...(await readFrom<Revoked>(client, ['revoked_keys'], 'select key, at from revoked_keys')),
    ...(await readFrom<Revoked>(
      client,
      ['keys'],
      'select id as key, updated_at as at from keys where not is_active or deleted_at is not null',
    )),
  ],
  withdrawn: await readFrom<Withdrawn>(
    client,
    ['changes', 'users', 'sources', 'webhooks'],
    `select case when line.resource <> 'users' then 'secret'
        when line.verb like 'user.%password' or line.verb like 'user.%-factor' or line.verb like 'user.%-passkey'
          then 'password' else 'access' end as what,
      line.resource, line.record_id as id, max(line.at) as at,
      min(coalesce(users.email, sources.name, webhooks.name)) as name
    from changes line
      left join users on line.resource = 'users' and users.id = line.record_id
      left join sources on line.resource = 'sources' and sources.id = line.record_id
      left join webhooks on line.resource = 'webhooks' and webhooks.id = line.record_id
    where line.verb in ('user.delete', 'user.set-password', 'user.change-password', 'user.reset-password',
        'user.reset-second-factor', 'user.remove-passkey', 'source.rotate', 'source.revoke', 'webhook.rotate')
      or line.verb = 'user.activate' and line.after->>'isActivated' = 'false'
      or line.verb = 'user.update' and line.after ? 'role'
    group by 1, 2, 3`,
  ),
})

const readFrom = async <Row extends object>(
  client: pg.Client,
  tables: readonly string[],
  statement: string,
): Promise<Row[]> => {
  const { rows } = await client.query<{ found: boolean }>(
    "select bool_and(to_regclass('public.' || name) is not null) as found from unnest($1::text[]) as name",
    [tables],
  )
  return rows[0]!.found ? (await client.query<Row>(statement)).rows : []
}
