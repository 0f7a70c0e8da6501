import { useAtom } from '@xstate/store-react'
import { type ComponentType, memo, startTransition, useEffect, useMemo, useState } from 'react'
import type { SearchHit } from '../../domain/changes/changes.ts'
import {
  type Invocation,
  type MatchingRef,
  type PaletteFrame,
  type PalettePage,
  type RecordRef,
  recordArgument,
} from '../../machines/palette/palette-types.ts'
import { targetOf } from '../commands/command.ts'
import type { Translate } from '../i18n/i18n.ts'
import { hasRoomForPane } from '../stores/browser.ts'
import type { PaletteItem } from './results/palette-item.ts'
import type { PaletteView, PaneProps, PaneSubject } from './results/palette-view.ts'

type PalettePaneProps = {
  Pane: ComponentType<PaneProps>
  frame: PaletteFrame
  highlighted: PaletteItem | undefined
  view: PaletteView
}

/**
 * Preview pane on wide screens. Always rendered at the list's maximum height, so that nothing jumps; updates after a pause.
 */
export const PalettePane = ({ Pane, frame: { page }, highlighted, view }: PalettePaneProps) => {
  const hasRoom = useAtom(hasRoomForPane)
  const subject = useDebouncedValue(
    useMemo(() => ({ item: highlighted, page, view }), [highlighted, page, view]),
  )
  return hasRoom && <RestingPane Pane={Pane} subject={subject} t={view.t} />
}

type RestingPaneProps = Pick<PalettePaneProps, 'Pane'> & {
  subject: { item: PaletteItem | undefined; page: PalettePage; view: PaletteView } | null
  t: Translate
}

/** Renders only when the subject changes. */
const RestingPane = memo(function RestingPane({ Pane, subject, t }: RestingPaneProps) {
  return (
    <section
      aria-label={t('preview:title')}
      className="flex w-88 shrink-0 flex-col overflow-hidden border-l border-line bg-surface"
    >
      {subject && (
        <Pane subject={paneSubject(subject.item, subject.page, subject.view)} view={subject.view} />
      )}
    </section>
  )
})

/** Delay before the preview updates. */
const REST_MS = 100

/** Lets the list paint first. */
const FRAME_MS = 17

/** Debounces a value; null at first. */
function useDebouncedValue<Value>(value: Value): Value | null {
  const [rested, setRested] = useState<Value | null>(null)
  useEffect(() => {
    if (rested === value) return
    const timer = setTimeout(
      () => startTransition(() => setRested(() => value)),
      rested === null ? FRAME_MS : REST_MS,
    )
    return () => clearTimeout(timer)
  }, [rested, value])
  return rested
}

/** The pane's subject for the highlighted row. */
function paneSubject(item: PaletteItem | undefined, page: PalettePage, view: PaletteView): PaneSubject {
  if (item?.whole !== undefined) return { kind: 'text', item, text: item.whole }
  const hit = item?.act.kind === 'open' ? item.act.hit : null
  if (item !== undefined && hit !== null) return ofRecord(hit, item.title, view, hit)
  if (page.kind === 'record') return ofRecord(page.record, page.title, view)
  if (page.kind === 'argument') {
    const asked = page.name === recordArgument && item?.act.kind === 'answer' ? item.act.value : null
    if (item !== undefined && asked !== null) {
      const [resource, id] = asked.split('/') as [RecordRef['resource'], string]
      return ofRecord({ resource, id }, item.title, view)
    }
    return ofInvocation(page.invocation, item, view)
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
  return ofInvocation(item.act.invocation, item, view)
}

/** The target of a command: the records it names, else the active ones. */
const ofInvocation = (
  { record, command, records = [], matching }: Invocation,
  item: PaletteItem | undefined,
  view: PaletteView,
): PaneSubject => {
  if (matching) return ofMatching(matching, view)
  const [first] = records
  if (first) return { kind: 'selection', resource: first.resource, count: records.length, records: [] }
  return record === null ? ofCommand(command, item, view) : ofRecord(record, item?.title ?? '', view)
}

/** Number of matching records, and the first few. */
const ofMatching = ({ resource, query, count }: MatchingRef, { filtering }: PaletteView): PaneSubject => ({
  kind: 'selection',
  resource,
  count,
  records: filtering?.count(resource, query).records ?? [],
})

/** The loaded target of a command; needs no request. */
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
