import { readConfig } from '../../config/config.ts'
import { StartRefusal } from '../../core/errors.ts'
import { openContext } from '../../open-context.ts'
import { loadDemo } from '../../seed/load-demo.ts'

const mostOrders = 1_000_000

/** Demo data in an empty database. @throws StartRefusal if the server is exposed or the database is not empty */
export const seedCompany = async (orders: string | undefined): Promise<void> => {
  const count = /^\d{1,7}$/.test(orders ?? '') ? Number(orders) : Number.NaN
  if (!(count <= mostOrders))
    throw new StartRefusal(`--orders must be a whole number up to ${mostOrders}, not "${orders ?? ''}".`)
  const config = readConfig(process.env)
  if (config.exposure !== null) {
    throw new StartRefusal(`The demo company has public passwords and stays at home, but ${config.exposure}.`)
  }
  const { context, close } = await openContext(config, console)
  try {
    const isLoaded = await loadDemo(context, { orders: count, log: console })
    if (!isLoaded) {
      throw new StartRefusal(
        'There is somebody in this database already: set DATA_DIR or DATABASE_URL to an empty one.',
      )
    }
  } finally {
    await close()
  }
}
