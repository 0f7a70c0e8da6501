import path from 'node:path'
import pg from 'pg'
import { toDrizzle } from '../../server/database/drizzle.ts'
import { insertSession, insertUser } from '../builders/api/insert-user.ts'
import { call, type WriterTarget } from './order-writer.ts'

/** An admin with a session, written beside the server, and a product with plenty of stock, written through it. */
export async function seed(dataDir: string, url: string): Promise<Omit<WriterTarget, 'url'>> {
  const connectionConfig = {
    host: path.join(dataDir, 'postgres/socket'),
    port: 5432,
    user: 'waybill',
    database: 'waybill',
  }
  const pool = new pg.Pool(connectionConfig)
  const context = { db: toDrizzle(pool), pool, connectionConfig, now: () => new Date() }
  const token = await insertSession(context, await insertUser(context))
  await pool.end()
  const product = await call<{ id: string }>({ url, token }, 'POST', '/products', {
    country: 'ic',
    name: 'Montre',
    price: 15_000,
    quantity: 1_000_000,
  })
  return { token, product: product.id }
}
