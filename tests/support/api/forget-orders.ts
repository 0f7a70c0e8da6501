import type pg from 'pg'

/** Deletes every order, parcel and manifest, and the stock movements of these, which the database keeps from anybody else. */
export const forgetOrders = async (pool: pg.Pool, others: readonly string[] = []): Promise<void> => {
  const trigger = 'trigger stock_movements_append_only'
  await pool.query(`
    begin;
    alter table stock_movements disable ${trigger};
    truncate ${[...others, 'orders', 'manifests'].join(', ')} cascade;
    alter table stock_movements enable always ${trigger};
    commit`)
}
