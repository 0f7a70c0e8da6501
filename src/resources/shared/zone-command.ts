import { mayEverChange } from '../../../domain/orders/policy.ts'
import { readCity } from '../../../domain/zones/city.ts'
import {
  type ArgumentChoice,
  type Command,
  type CommandContext,
  defineCommand,
} from '../../commands/command.ts'
import type { ChangeEnd } from '../../commands/command-ports.ts'
import { type RecordRule, targetRecord, whyNotTarget } from './target-record.ts'

type Placed = 'orders' | 'shippings'

const nouns = { orders: 'order', shippings: 'shipping' } as const

/** The choice of no zone. */
const uncovered = 'none'

const MAX_ZONES = 500

/** `z`: corrects the zone of an order or its parcel, which has been recognised from city and address. */
export const zoneCommand = <R extends Placed>(resource: R, rule: RecordRule<R>): Command => {
  const id = `${nouns[resource]}.zone` as const
  return defineCommand({
    id,
    target: 'one',
    resource,
    section: 'record',
    icon: 'map-pin',
    keys: [
      { keys: 'z', when: `list resource:${resource} !history` },
      ...(resource === 'orders' ? [{ keys: 'z', when: 'page:triage turn:order !list !history' }] : []),
    ],
    args: [
      {
        name: 'zone',
        kind: 'choice',
        isApart: true,
        hasDigits: true,
        choices: (context, signal) => otherZones(resource, context, signal),
        noneKey: 'zones:nothingYet',
      },
    ],
    isChange: true,
    whyNot: (context) =>
      context.actor !== null && resource === 'orders' && !mayEverChange(context.actor, 'zone')
        ? 'FORBIDDEN'
        : whyNotTarget(context, { resource, target: 'one', verb: `${nouns[resource]}.update`, rule }),
    run: async (context, { zone = uncovered }): Promise<ChangeEnd> => {
      const record = targetRecord(resource, 'one', context)!
      const { edit, list, notify, offerUndo } = context.ports
      const end = await edit({ resource, record, input: { zone: zone === uncovered ? null : zone } })
      const batchId = end.kind === 'done' ? end.report?.batchId : null
      list?.refresh()
      notify({
        tone: 'success',
        titleKey: `${resource}:zoneSet`,
        values: { number: record.number },
        action: batchId ? offerUndo(batchId) : undefined,
      })
      return end
    },
  })
}

/** The zones of the record's country but its own, with their cities, and none. */
const otherZones = async (
  resource: Placed,
  context: CommandContext,
  signal: AbortSignal,
): Promise<ArgumentChoice[]> => {
  const record = targetRecord(resource, 'one', context)
  if (record === null) return []
  const { country, zone } = record
  const wanted = { where: { country }, limit: MAX_ZONES, sort: 'name' }
  const { items } = await context.ports.api.list('zones', wanted, { signal })
  const others = items.filter(({ id }) => id !== zone)
  return [
    ...others.map(({ id, name, cities }) => {
      const names = cities.map((entry) => readCity(entry).name)
      return { value: id, text: name, detail: names.join(', '), also: names }
    }),
    ...(zone === null ? [] : [{ value: uncovered, labelKey: 'orders:uncovered' }]),
  ]
}
