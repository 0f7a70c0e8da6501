import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { Product } from '../../../domain/products/product.ts'
import { newBatch } from '../../../server/crud/record-changes.ts'
import type { ServerContext } from '../../../server/db/context.ts'
import { toDrizzle } from '../../../server/db/drizzle.ts'
import { openFolderStore } from '../../../server/files/folder-store.ts'
import { insertOrders } from '../../../server/services/fulfillment/write-orders.ts'
import { insertSession, insertUser, type TestUser } from '../api/insert-user.ts'
import { testSecrets } from '../secrets.ts'

/** A company in the data folder of a running server: users, and enough orders for bulk calls. */
export type Company = {
  token: string
  courier: TestUser
  /** Each is deactivated and activated by one client only. */
  people: TestUser[]
  /** Products of single orders, of bulks of hundreds, of bulks of thousands, and of imports. */
  products: Record<'single' | 'some' | 'many' | 'imported', Product>
  someIds: string[]
}

/** Opens the database of a data folder beside its server. */
export const openDatabase = (dataDir: string): { context: ServerContext; close: () => Promise<void> } => {
  const socket = path.join(dataDir, 'postgres/socket')
  if (!existsSync(socket)) throw new Error(`no socket in ${dataDir}: is its path too long?`)
  const connectionConfig = { host: socket, port: 5432, user: 'waybill', database: 'waybill' }
  const pool = new pg.Pool({ ...connectionConfig, max: 4 })
  pool.on('error', () => {})
  const files = openFolderStore(path.join(dataDir, 'files'))
  const context = {
    db: toDrizzle(pool),
    pool,
    connectionConfig,
    now: () => new Date(),
    files,
    secrets: testSecrets,
  }
  return { context, close: () => pool.end() }
}

export const seedCompany = async (
  dataDir: string,
  url: string,
  { some, many, people }: { some: number; many: number; people: number },
): Promise<Company> => {
  const { context, close } = openDatabase(dataDir)
  const admin = await insertUser(context)
  const token = await insertSession(context, admin)
  const create = async (name: string): Promise<Product> => {
    const response = await fetch(`${url}/api/products`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ country: 'ic', name, price: 15_000, quantity: 1_000_000 }),
    })
    return (await response.json()) as Product
  }
  const products = {
    single: await create('Montre'),
    some: await create('Lampe'),
    many: await create('Casque'),
    imported: await create('Tapis'),
  }
  const order = async (product: Product, count: number): Promise<string[]> => {
    const rows = Array.from({ length: count }, (_, index) => ({
      country: 'ic' as const,
      product: product.id,
      customerName: `${product.name} ${index}`,
      customerPhone: '+2250701020304',
      customerAddress: 'Cocody, Abidjan',
      quantity: 1,
    }))
    const inserted = await context.db.transaction((tx) => insertOrders(tx, admin, rows, newBatch(context)))
    return inserted.map(({ id }) => id)
  }
  const company = {
    token,
    products,
    someIds: await order(products.some, some),
    courier: await insertUser(context, { role: 'delivery' }),
    people: await Promise.all(Array.from({ length: people }, () => insertUser(context, { role: 'agent' }))),
  }
  await order(products.many, many)
  await close()
  return company
}
