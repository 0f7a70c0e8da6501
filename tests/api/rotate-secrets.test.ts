import { randomUUID } from 'node:crypto'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { placeOfFactor } from '../../server/auth/second-factor.ts'
import { openSecrets, sealKeyOf } from '../../server/core/seal.ts'
import { inTransaction } from '../../server/db/in-transaction.ts'
import * as schema from '../../server/db/schema.ts'
import { placeOfSecret } from '../../server/queries/sources.ts'
import { placeOfWebhookSecret } from '../../server/queries/webhooks.ts'
import { sealAnew } from '../../server/services/secrets/seal-anew.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()

it('seals what the old key has sealed with the new one, and says what neither opens', async () => {
  const { db } = api.context
  const admin = await api.as('admin')
  const source = await admin.post<{ id: string }>('/sources', {
    body: { name: 'Shop', kind: 'generic', country: 'ic' },
  })
  expect(source.status).toBe(201)
  const { id } = source.body
  const old = openSecrets(sealKeyOf('old'))
  const next = openSecrets(sealKeyOf('new'))
  await db.update(schema.sourceSecrets).set({
    secret: old.seal('of a shop', placeOfSecret(id)),
    former: next.seal('moved already', placeOfSecret(id)),
  })
  const { user } = admin
  await db.insert(schema.secondFactors).values({
    user: user.id,
    secret: openSecrets(sealKeyOf('lost')).seal('of a phone', placeOfFactor(user.id)),
  })

  const both = openSecrets(sealKeyOf('new'), sealKeyOf('old'))
  expect(both.open(old.seal('x', 'here'), 'here')).toBe('x')
  expect(both.open(old.seal('x', 'here'), 'there')).toBeNull()
  expect(await inTransaction(api.context, (tx) => sealAnew(tx, both))).toEqual({ sealed: 2, unreadable: 1 })

  const [stored] = await db.select().from(schema.sourceSecrets)
  expect(next.open(stored!.secret, placeOfSecret(id))).toBe('of a shop')
  expect(next.open(stored!.former!, placeOfSecret(id))).toBe('moved already')
  expect(old.open(stored!.secret, placeOfSecret(id))).toBeNull()
  expect(placeOfWebhookSecret(randomUUID())).toMatch(/^webhook /)
})

it('knows each column of bytes that is sealed', () => {
  const columns = Object.values(schema as Record<string, unknown>)
    .filter((table) => is(table, PgTable))
    .flatMap((table) =>
      Object.entries(getTableColumns(table))
        .filter(([, column]) => column.getSQLType() === 'bytea')
        .map(([name]) => `${getTableName(table)}.${name}`),
    )
    .filter((name) => !/hash$|tokenHash$|codeHash$/i.test(name))
  expect(columns.toSorted()).toEqual(
    [
      // Sealed.
      'erasure_keys.key',
      'second_factors.secret',
      'sign_ons.secrets',
      'source_access.token',
      'source_secrets.former',
      'source_secrets.secret',
      'webhook_secrets.former',
      'webhook_secrets.secret',
      // Not sealed.
      'day_times.toConfirm',
      'day_times.toDeliver',
      'intake_bodies.body',
      'job_files.bytes',
      'passkeys.publicKey',
    ].toSorted(),
  )
})
