import { whyNotDeletePackage } from '../../../domain/plans/policy.ts'
import type { Command } from '../../commands/command.ts'
import { recordCommands } from '../shared/record-commands.ts'

export const packageCommands: readonly Command[] = recordCommands('packages', {
  delete: (actor, plan) => whyNotDeletePackage(actor, { ...plan, isUsed: plan.users > 0 }),
})
