import { createHmac, randomBytes } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Secrets } from '../../core/seal.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { erasureKeys } from '../../db/schema/personal.ts'

/** Place of the digests of phones in the ledger of erasures. */
const ledger = 'erasures'

const keyBytes = 32

/** What a key of the ledger is sealed for. */
export const placeOfLedgerKey = (id: string): string => `erasures ${id}`

/** The keys that can be opened, newest first. */
const openKeys = async (db: Executor, secrets: Secrets): Promise<Buffer[]> => {
  const rows = await db.select().from(erasureKeys).orderBy(desc(erasureKeys.createdAt), desc(erasureKeys.id))
  return rows.flatMap(({ id, key }) => {
    const opened = secrets.open(key, placeOfLedgerKey(id))
    return opened === null ? [] : [Buffer.from(opened, 'base64')]
  })
}

const digestOf = (key: Buffer, phone: string): Buffer =>
  createHmac('sha256', key).update(`${ledger} ${phone}`).digest()

/** The entry of a phone that is erased now. Makes the key of an installation that has none. */
export const ledgerEntry = async (tx: Transaction, secrets: Secrets, phone: string): Promise<Buffer> => {
  const [known] = await openKeys(tx, secrets)
  if (known !== undefined) return digestOf(known, phone)
  const [id, key] = [newId(), randomBytes(keyBytes)]
  await tx.insert(erasureKeys).values({ id, key: secrets.seal(key.toString('base64'), placeOfLedgerKey(id)) })
  return digestOf(key, phone)
}

/** All entries that a phone may have: under each key of the ledger, and of versions that used the key of the installation. */
export const ledgerEntries = async (db: Executor, secrets: Secrets): Promise<(phone: string) => Buffer[]> => {
  const keys = await openKeys(db, secrets)
  return (phone) => [...keys.map((key) => digestOf(key, phone)), ...secrets.digests(phone, ledger)]
}
