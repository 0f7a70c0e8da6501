import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { whyNotAssignShipping } from '../../../domain/shippings/policy.ts'
import type { ArgumentChoice } from '../../commands/argument.ts'
import { defineCommand } from '../../commands/command.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import { changing } from '../changing.ts'
import { heldRecord, type RecordRule, whyNotHeld } from '../held-record.ts'

const of = { resource: 'shippings', target: 'many' } as const

/** `d`: whose parcels these are from now on. */
export const assignCommand = defineCommand({
  ...of,
  id: 'shipping.assign',
  section: 'record',
  icon: 'user-check',
  keys: ['d'],
  when: 'list resource:shippings',
  args: [{ name: 'delivery', kind: 'choice', choices: deliveryGuys }],
  whyNot: (context) => whyNotHeld(context, { ...of, verb: 'shipping.assign', rule: whyNotAssign }),
  ...changing({
    ...of,
    id: 'shipping.assign',
    kind: 'delivery',
    effectOf: () => 'shipping.assign',
    bodyOf: ({ delivery = null }) => ({ delivery }),
  }),
})

/** Takes parcels that have not left back from whoever has them. */
export const unassignCommand = defineCommand({
  ...of,
  id: 'shipping.unassign',
  section: 'record',
  icon: 'user-x',
  whyNot: (context) => whyNotHeld(context, { ...of, verb: 'shipping.unassign', rule: whyNotUnassign }),
  ...changing({
    ...of,
    id: 'shipping.unassign',
    kind: 'delivery',
    effectOf: () => 'shipping.unassign',
    bodyOf: () => ({ delivery: null }),
  }),
})

/** Whom is asked for after this. */
function whyNotAssign(...[actor, shipping]: Parameters<RecordRule<'shippings'>>) {
  return whyNotAssignShipping(actor, shipping, 'asked')
}

function whyNotUnassign(...[actor, shipping]: Parameters<RecordRule<'shippings'>>) {
  return whyNotAssignShipping(actor, shipping, null)
}

/** The delivery people of the country that the parcels are in. */
async function deliveryGuys(context: CommandContext, signal: AbortSignal): Promise<ArgumentChoice[]> {
  const country = heldRecord('shippings', 'many', context)?.country ?? context.country
  const { items } = await context.ports.api.users.deliveryGuys(country, { signal })
  return items.map(({ id, name, phone }) => ({ value: id, text: name, detail: formatPhone(phone) }))
}
