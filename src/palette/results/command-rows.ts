import { returnConditions } from '../../../domain/fulfillment/shipping-status.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import type { Command } from '../../commands/command.ts'
import { type Ranked, type RankOptions, rank, tiers } from '../ranking/rank.ts'
import { weights } from '../ranking/score.ts'
import type { Prepared } from '../ranking/text-analysis.ts'
import { shareVocabulary } from '../ranking/vocabulary.ts'
import { commandItem, type NamedHit, needsRecordIn, nothingGiven } from './command-item.ts'
import type { Inline } from './inline-arguments.ts'
import type { RankedItem } from './palette-item.ts'
import type { PaletteView, StillView } from './palette-view.ts'
import type { PaletteInput } from './read-input.ts'
import { hasRecordNumber } from './text-anchors.ts'
import { isValueCommand } from './value-rows.ts'

/** Whether a command acts on records of a list that is not visible, so that it would ask for one. */
const isElsewhere = (id: string, { registry, context }: StillView): boolean => {
  const command = registry.get(id)
  if (command === undefined || context.resource === null) return false
  return command.target !== 'none' && command.resource !== context.resource
}

/**
 * Order of equally good commands: on the active records, on the list, navigation, global, those that ask for a record, of other
 * lists; dangerous ones last.
 */
export const nearestFirst = (view: StillView): Nearest => {
  const { context, prepared } = view
  const known = nearest.get(context)
  if (known?.prepared === prepared) return known
  const distances = new Map(prepared.map(({ id }) => [id, distanceOf(id, view)]))
  const distance = (id: string) => distances.get(id) ?? 0
  const sorted = prepared.toSorted((a, b) => distance(a.id) - distance(b.id))
  shareVocabulary(prepared, sorted)
  const made = { prepared, sorted, distance }
  nearest.set(context, made)
  return made
}

type Nearest = {
  prepared: readonly Prepared[]
  sorted: readonly Prepared[]
  distance: (id: string) => number
}

/** Cached: the screen does not change while the palette is open. */
const nearest = new WeakMap<PaletteView['context'], Nearest>()

const ofList = 2

const distanceOf = (id: string, view: StillView): number => {
  const command = view.registry.get(id)
  const { resource, ports } = view.context
  if (command === undefined || isElsewhere(id, view)) return 6
  if (resource !== null && isOf(resource, command)) return command.danger ? 1 : 0
  if (command.section === 'list' && ports.list !== null) return ofList
  if (command.section === 'go') return 3
  return command.target === 'none' ? 4 : 5
}

export const commandRows = ({ mode, text }: PaletteInput, view: PaletteView): RankedItem[] => {
  if (mode !== 'all' && mode !== 'commands') return []
  const frecency = (id: string) => view.recents.score(`command:${id}`)
  // Active records, then the list, then the rest, where names count before keywords.
  const { sorted, distance: steps } = nearestFirst(view)
  const distance = (id: string) => Math.min(Math.ceil(steps(id) / 2), ofList)
  const order = { frecency, distance }
  const isStatus = isOfStatus(text, view)
  const namesRecord = hasRecordNumber(text)
  const inScope = rank(text, sorted, order).filter(({ id, tier }) => {
    const command = view.registry.get(id)
    // A number beside the words says which record is meant: it is not the one in hand.
    if (namesRecord && tier !== 'exact' && tier !== 'prefix') return false
    return command !== undefined && isInScope(command, view)
  })
  const whole = calledWithScope(text, view, order).filter(
    ({ id, tier }) => (tier === 'exact' || inScope.length === 0) && !inScope.some((one) => one.id === id),
  )
  return [...whole, ...inScope].flatMap(({ id, tier, isOwn, isName }): RankedItem[] => {
    const command = view.registry.get(id)
    if (command === undefined) return []
    const item = commandItem(command, view.context, view)
    // A keyword may be a word of a filter too: what is nearest comes first.
    const isKeyword = tier === 'exact' && !isName && !text.includes(' ')
    const isHere = tier === 'exact' && text.includes(' ') && steps(id) === 0
    // `burkina` names the country, and not that it may be changed.
    const isOfValue = !isName && isValueCommand(id)
    const score = isOfValue
      ? weights.withoutValue
      : isKeyword
        ? (isStatus ? weights.status : weights.keyword) - steps(id)
        : isHere
          ? weights.here
          : undefined
    return [{ item, tier, kind: isElsewhere(id, view) ? 'elsewhere' : isOwn ? 'command' : 'foreign', score }]
  })
}

/**
 * `cancelled`, `annulées`: a status and no verb filters, even if it is a keyword. `broken` is how a parcel comes back, and not
 * its status.
 */
const isOfStatus = (text: string, { filtering }: PaletteView): boolean => {
  const analysis = filtering?.detector.analyse(text, filtering.lists)
  if (!analysis || analysis.verbs.length > 0 || analysis.clauses.length !== 1) return false
  const [part] = analysis.clauses
  if (part?.meaning.kind !== 'value' || part.to - part.from < analysis.tokens.length) return false
  return !part.meaning.values.some((value) => conditions.has(value))
}

const conditions: ReadonlySet<string> = new Set(returnConditions)

/** `request stock`, `commandes d’un client`: the word taken as scope may begin a command's name. */
const calledWithScope = (
  text: string,
  { scope, prepared, t }: PaletteView,
  order: RankOptions,
): readonly Ranked[] => {
  if (scope === null) return []
  const options = { ...order, withFuzzy: false, withOtherLayouts: false }
  const found = [t(`${scope}:one`), t(`${scope}:title`)]
    .flatMap((name) => rank(`${name} ${text}`, prepared, options))
    .filter(({ tier }) => tier === 'exact' || tier === 'prefix')
    .toSorted((a, b) => tiers.indexOf(a.tier) - tiers.indexOf(b.tier))
  return found.filter(({ id }, place) => found.findIndex((one) => one.id === id) === place)
}

/** Commands hidden from the palette, by their own words; after all others. */
export const keySheetRows = ({ mode, text }: PaletteInput, view: PaletteView): RankedItem[] => {
  if (mode !== 'all' || view.scope !== null || text.length < MIN_KEY_SHEET_LENGTH) return []
  return rank(text, view.help(), { withFuzzy: false, withOtherLayouts: false }).flatMap(
    ({ id, tier, isOwn }): RankedItem[] => {
      const command = view.registry.get(id)
      if (command === undefined || !command.hidden || !isOwn) return []
      const score = weights.tier[tier] - weights.hidden
      return [{ item: commandItem(command, view.context, view), tier, kind: 'elsewhere', score }]
    },
  )
}

/** Shorter texts match too many of them. */
const MIN_KEY_SHEET_LENGTH = 4

export const isInScope = (command: Command, { scope }: PaletteView): boolean =>
  scope === null || command.id === `go.${scope}` || isOf(scope, command)

/** Whether a command acts on records of the resource or creates one. */
const isOf = (resource: ResourceName, command: Command): boolean =>
  command.resource === resource ||
  (command.resource === undefined && command.id.startsWith(`${resources[resource].noun}.`))

/**
 * Commands with a record number become rows once the record is found, and show its customer. On an order whose parcel is under
 * way, parcel commands mean that parcel.
 */
export const inlineRows = (readings: readonly Inline[], view: PaletteView): RankedItem[] =>
  readings
    .toSorted(byPlausibility(readings, view))
    .flatMap(({ command: id, args, words, number }): RankedItem[] => {
      const command = view.registry.get(id)
      if (command === undefined || !isInScope(command, view)) return []
      const found = view.search.hits.find((hit) => hit.number === number && hit.resource === command.resource)
      if (number !== null && found === undefined) return []
      const hit = found ?? (command.resource === 'shippings' ? parcelOf(view) : null)
      const given = hit ? { args, words, hit } : { ...nothingGiven, args, words }
      const kind = hit === null && isElsewhere(id, view) ? 'elsewhere' : 'inline'
      return [{ item: commandItem(command, view.context, { ...view, given }), tier: 'exact', kind }]
    })

/** The parcel of the active order, named by the order's number, since its own is not loaded. */
const parcelOf = ({ context, t }: PaletteView): NamedHit | null => {
  const { resource, active, selection } = context
  if (resource !== 'orders' || active === null || (selection?.count ?? 0) > 0) return null
  const { shipping, shippingStatus, number, customerName, customerPhone } =
    active as ResourceRecords['orders']
  if (shipping === null) return null
  return {
    resource: 'shippings',
    id: shipping,
    number: 0,
    title: customerName,
    subtitle: '',
    status: shippingStatus,
    rank: 0,
    customerPhone,
    name: t('palette:parcelOf', { number }),
  }
}

/** Sorts readings as record number or as value: with an active record, the value comes first. */
const byPlausibility = (readings: readonly Inline[], { registry, context }: PaletteView) => {
  const isUnlikely = ({ command: id, number }: Inline): boolean => {
    const command = registry.get(id)
    if (number !== null || command === undefined || !needsRecordIn(command, context)) return false
    return readings.some((other) => other.command === id && other.number !== null)
  }
  return (a: Inline, b: Inline): number => Number(isUnlikely(a)) - Number(isUnlikely(b))
}
