import { type Billing, startBilling } from '../api/billing.ts'
import { type Goods, startGoods } from '../api/goods.ts'
import { type Shop, startShop } from '../api/shop.ts'
import type { TestApi } from '../api/start-api.ts'
import type { RawCall } from './cut-call.ts'

/** The company that test calls run against. */
export type Stage = {
  api: TestApi
  shop: Shop
  goods: Goods
  billing: Billing
  token: string
  /** A unique name. */
  name: (what: string) => string
}

/** A call with one effect, and a count of it; a fraction means a partial effect. */
export type Prepared = { call: RawCall; token?: string; effects: () => Promise<number> }
export type Prepare = (stage: Stage) => Promise<Prepared>

export const setStage = async (api: TestApi): Promise<Stage> => {
  const shop = await startShop(api)
  let made = 0
  return {
    api,
    shop,
    goods: await startGoods(api),
    billing: await startBilling(api, shop),
    token: (await api.as('admin')).token,
    name: (what) => `${what} ${++made}`,
  }
}

/** Counts new history lines of these records, averaged over them. */
export const linesOf = async ({ api }: Stage, ids: readonly string[]): Promise<Prepared['effects']> => {
  const read = () =>
    counted(api, 'select count(*)::int as count from changes where record_id = any($1)', [ids])
  const before = await read()
  return async () => ((await read()) - before) / ids.length
}

export const counted = async (
  { context }: Pick<TestApi, 'context'>,
  sql: string,
  values: readonly unknown[],
): Promise<number> => {
  const { rows } = await context.pool.query<{ count: number }>(sql, [...values])
  return rows[0]!.count
}
