import { blocked } from '../../../domain/blocked/block.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { CommandContext } from '../../commands/command.ts'

type Customer = { phone: string; name: string; country: CountryCode }

/** Asks why, and until when, a customer is blocked; then blocks the number. */
export const askBlock = ({ ports }: CommandContext, { phone, name, country }: Customer): void => {
  const { reason, until, refuses } = blocked.fields
  ports.fillIn({
    titleKey: 'blocked:blockNamed',
    values: { name },
    resource: 'blocked',
    fields: { reason, until, refuses },
    country,
    save: async (values) => {
      const end = await ports.create({ resource: 'blocked', input: { ...values, phone, country } })
      const batchId = end.kind === 'done' ? end.report?.batchId : null
      ports.list?.refresh()
      ports.notify({
        tone: 'success',
        titleKey: 'blocked:blockedNamed',
        values: { name },
        action: batchId ? ports.offerUndo(batchId) : undefined,
      })
    },
  })
}
