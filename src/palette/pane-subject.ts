import type { SearchHit } from '../../domain/changes.ts'
import {
  type MatchingRef,
  type PalettePage,
  type RecordRef,
  recordArgument,
} from '../../machines/palette/palette-types.ts'
import { targetOf } from '../commands/command-target.ts'
import type { PaletteView, PaneSubject } from './palette-view.ts'
import type { PaletteItem } from './results/palette-item.ts'

export function paneSubject(
  item: PaletteItem | undefined,
  page: PalettePage,
  view: PaletteView,
): PaneSubject {
  const hit = item?.act.kind === 'open' ? item.act.hit : null
  if (item !== undefined && hit !== null) return ofRecord(hit, item.title, view, hit)
  if (page.kind === 'record') return ofRecord(page.record, page.title, view)
  if (page.kind === 'argument') {
    const asked = page.name === recordArgument && item?.act.kind === 'answer' ? item.act.value : null
    if (item !== undefined && asked !== null) {
      const [resource, id] = asked.split('/') as [RecordRef['resource'], string]
      return ofRecord({ resource, id }, item.title, view)
    }
    if (page.invocation.record !== null) return ofRecord(page.invocation.record, item?.title ?? '', view)
    return ofCommand(page.invocation.command, item, view)
  }
  if (page.kind === 'matching') return ofMatching(page.matching, view)
  if (page.kind === 'customer') return { kind: 'customer', phone: page.phone, title: page.title }
  if (item?.act.kind === 'page' && item.act.page.kind === 'customer') {
    const { phone, title } = item.act.page
    return { kind: 'customer', phone, title }
  }
  if (item === undefined) return { kind: 'nothing' }
  if (item.inside?.kind === 'matching') return ofMatching(item.inside.matching, view)
  if (item.act.kind !== 'invoke') return { kind: 'item', item }
  const { record, command, records = [], matching } = item.act.invocation
  if (matching) return ofMatching(matching, view)
  const [first] = records
  if (first) return { kind: 'selection', resource: first.resource, count: records.length, records: [] }
  return record === null ? ofCommand(command, item, view) : ofRecord(record, item.title, view)
}

/** How many would be selected, and the first of them. */
const ofMatching = ({ resource, query, count }: MatchingRef, { filtering }: PaletteView): PaneSubject => ({
  kind: 'selection',
  resource,
  count,
  records: filtering?.count(resource, query).records ?? [],
})

/** What the command would act on, as it is in view: nothing has to be asked for it. */
const ofCommand = (id: string, item: PaletteItem | undefined, view: PaletteView): PaneSubject => {
  const command = view.registry.get(id)
  const target = command && targetOf(command, view.context)
  if (target?.record) {
    const { resource, record } = target
    return { kind: 'record', record: { resource, id: record.id }, title: '', hit: null, known: record }
  }
  if (target) {
    const { resource, count, records } = target
    return { kind: 'selection', resource, count, records }
  }
  return item === undefined ? { kind: 'nothing' } : { kind: 'item', item }
}

const ofRecord = (
  record: RecordRef,
  title: string,
  { search }: PaletteView,
  hit: SearchHit | null = null,
): PaneSubject => ({
  kind: 'record',
  record: { resource: record.resource, id: record.id },
  title,
  hit:
    hit ?? search.hits.find(({ resource, id }) => resource === record.resource && id === record.id) ?? null,
  known: null,
})
