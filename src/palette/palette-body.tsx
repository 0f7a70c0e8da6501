import { useSelector } from '@xstate/react'
import { Command } from 'cmdk'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pageFrame } from '../../machines/palette/palette-types.ts'
import { asksAfter } from './command-item.ts'
import { PaletteField } from './palette-field.tsx'
import { PaletteFooter } from './palette-footer.tsx'
import { openRecord, type PaletteItem } from './palette-item.ts'
import type { PaletteProps } from './palette-props.ts'
import { PaletteRow } from './palette-row.tsx'
import { PaletteStatus } from './palette-status.tsx'
import type { PaletteView } from './palette-view.ts'
import { textsOf } from './palette-words.ts'
import { scopeOf } from './read-input.ts'
import { useHighlight } from './use-highlight.ts'
import { useInlinePreview } from './use-inline-preview.ts'
import { usePaletteView } from './use-palette-view.ts'
import { useSections } from './use-sections.ts'

/** Beyond this many a dry run is worth a page of its own, after Enter, and not one at every pause in typing. */
const mostForetold = 5_000

const isVast = ({ context }: PaletteView): boolean => (context.selection?.count ?? 0) > mostForetold

const root = pageFrame({ kind: 'root' })

/** The field and the list of one page. What is highlighted is kept by identity, and Enter runs just that. */
export const PaletteBody = (props: PaletteProps) => {
  const { actor, recents, scopes, people, preview: ask } = props
  const { t, i18n } = useTranslation('palette')
  const frame = useSelector(actor, ({ context }) => context.frames.at(-1)) ?? root
  const { view, recordSearch } = usePaletteView({ ...props, scope: frame.scope })
  const sections = useSections(frame, view, recordSearch, people)
  const items = useMemo(() => sections.flatMap((section) => section.items), [sections])
  const { highlighted, isChosen, commandProps } = useHighlight(actor, frame, items)
  const preview = useInlinePreview(isChosen && !isVast(view) ? highlighted : undefined, ask)
  const list = useRef<HTMLDivElement>(null)

  const select = (item: PaletteItem) => {
    if (item.refusal) return
    const { act } = item
    if (act.kind === 'answer' && frame.page.kind === 'argument') {
      const { invocation } = frame.page
      const command = props.registry.get(invocation.command)
      const asks = command && asksAfter(command, invocation, act.value)
      actor.send({ type: 'argument.give', value: act.value, word: item.title, asks })
    }
    if (act.kind === 'type') actor.send({ type: 'query.type', query: act.text })
    if (act.kind === 'open') {
      recents.use(item.id, act.hit)
      const record = { resource: act.hit.resource, id: act.hit.id }
      const args = { number: String(act.hit.number) }
      const invocation = { command: openRecord, args, words: [], record, asks: [], previews: false }
      actor.send({ type: 'command.choose', invocation })
    }
    if (act.kind === 'invoke') {
      const seen = item.id === highlighted?.id ? (preview?.report ?? null) : null
      if (seen?.counts.changed === 0) return
      recents.use(act.recent)
      actor.send({ type: 'command.choose', invocation: act.invocation, preview: seen })
    }
  }

  const type = (query: string) => {
    const words = scopes.map((resource) => ({
      resource,
      words: ['title', 'one'].flatMap((key) => textsOf(i18n, `${resource}:${key}`)),
    }))
    const scope = frame.page.kind === 'root' && frame.scope === null ? scopeOf(query, words) : null
    if (scope === null) actor.send({ type: 'query.type', query })
    else actor.send({ type: 'scope.set', scope })
    list.current?.scrollTo({ top: 0 })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && frame.query === '' && !event.repeat) {
      event.preventDefault()
      actor.send({ type: 'page.back' })
    }
    if (event.key !== 'Tab') return
    event.preventDefault()
    if (highlighted?.act.kind !== 'open' || frame.page.kind !== 'root') return
    const { resource, id } = highlighted.act.hit
    actor.send({
      type: 'page.push',
      page: { kind: 'record', record: { resource, id }, title: highlighted.title },
    })
  }

  return (
    <Command
      label={t('title')}
      shouldFilter={false}
      vimBindings={false}
      {...commandProps}
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-col"
    >
      <PaletteField actor={actor} view={view} onType={type} />
      <Command.List
        ref={list}
        label={t('commands')}
        className="max-h-[min(26rem,56vh)] scroll-py-8 overflow-y-auto overscroll-contain p-1.5 empty:hidden"
      >
        {sections.map(({ id, heading, items: rows }) => (
          <Command.Group
            key={id}
            value={`section:${id}`}
            heading={heading ?? undefined}
            className="**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-ink-muted"
          >
            {rows.map((item) => (
              <PaletteRow
                key={item.id}
                item={item}
                t={view.t}
                position={items.indexOf(item) + 1}
                count={items.length}
                onSelect={() => select(item)}
              />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <PaletteStatus frame={frame} view={view} items={items} highlighted={highlighted} preview={preview} />
      <PaletteFooter frame={frame} view={view} highlighted={highlighted} preview={preview} />
    </Command>
  )
}
