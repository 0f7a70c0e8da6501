import { readConfig } from '../../config/config.ts'
import { findAgain } from '../../resources/registry.ts'
import { applyRetention } from '../../services/personal/retention.ts'
import { openOperatorContext } from '../operator-context.ts'

/** Erases customers by the retention of their countries, as the server does daily. @throws StartRefusal */
export const retainCustomers = async (isDry: boolean): Promise<void> => {
  const { context, close } = await openOperatorContext(readConfig(process.env))
  try {
    const { due, again, erased } = await applyRetention(context, { dryRun: isDry, findAgain })
    console.log(
      `${due} customers have not ordered for as long as their country keeps them; ${again} came back with a backup.`,
    )
    console.log(isDry ? 'Nothing was erased: this was a dry run.' : `${erased} were erased.`)
  } finally {
    await close()
  }
}
