import type pg from 'pg'

/** Deletes all orders, parcels, manifests and their stock movements, which a trigger otherwise protects. */
export const forgetOrders = async (pool: pg.Pool, others: readonly string[] = []): Promise<void> => {
  const trigger = 'trigger stock_movements_append_only'
  await pool.query(`
    begin;
    alter table stock_movements disable ${trigger};
    truncate ${[...others, 'orders', 'manifests'].join(', ')} cascade;
    alter table stock_movements enable always ${trigger};
    commit`)
}
