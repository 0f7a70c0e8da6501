import { and, inArray, isNull } from 'drizzle-orm'
import type { DemoCompany } from '../../domain/users/user.ts'
import type { Config } from '../config.ts'
import type { ServerContext } from '../context.ts'
import type { DatabaseLog } from '../db/database-log.ts'
import { users } from '../db/schema.ts'
import { StartRefusal } from '../db/start-refusal.ts'
import { demoCompany, demoLogins } from './demo-company.ts'
import { loadDemo } from './load-demo.ts'

/**
 * Loads the demo company where there is nothing yet and it is wanted. Answers its logins where it lives, else null.
 * @throws StartRefusal where its public passwords would be within others' reach
 */
export const prepareDemo = async (
  context: ServerContext,
  { demo, demoOrders, exposure }: Pick<Config, 'demo' | 'demoOrders' | 'exposure'>,
  log: DatabaseLog,
): Promise<DemoCompany | null> => {
  const isEmpty = (await context.db.select({ id: users.id }).from(users).limit(1)).length === 0
  if (isEmpty) return demo && (await loadDemo(context, { orders: demoOrders, log })) ? demoCompany : null
  const emails = demoLogins.map(({ email }) => email)
  const alive = await context.db
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.email, emails), isNull(users.deletedAt)))
  if (alive.length === 0) return null
  if (exposure !== null) {
    throw new StartRefusal(
      `This database holds the demo company, whose passwords are public, but ${exposure}: set DATA_DIR or DATABASE_URL to another one.`,
    )
  }
  const known = new Set(alive.map(({ email }) => email))
  return { ...demoCompany, logins: demoCompany.logins.filter(({ email }) => known.has(email)) }
}
