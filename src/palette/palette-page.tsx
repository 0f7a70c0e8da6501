import { useSelector } from '@xstate/react'
import { useAtom } from '@xstate/store-react'
import { Command } from 'cmdk'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type PaletteFrame, pageFrame } from '../../machines/palette/palette-types.ts'
import { isPointerCoarse } from '../stores/browser.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { cx } from '../ui/cx.ts'
import { phoneText } from '../ui/format/phone.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { optionId, PaletteList, useDeferredRows } from './palette-list.tsx'
import { PalettePane } from './palette-pane.tsx'
import { argumentPhase, PaletteFooter, PaletteStatus } from './palette-status.tsx'
import { customerSentence } from './results/customer-sections.ts'
import type { PaletteItem } from './results/palette-item.ts'
import type { PaletteProps, PaletteView, StillView } from './results/palette-view.ts'
import { resourceScopeOf } from './results/read-input.ts'
import { nothingRendered, useHighlight, useRenderedRows } from './results/use-highlight.ts'
import { useResults } from './results/use-results.ts'
import { crumbsOf, fieldName, questionOf, unknownCustomer } from './results/wording.ts'
import { dryRunOf, useChoose, useInlinePreview } from './use-item-action.ts'
import { useDeferredEnter, usePaletteKeys, usePaletteScan } from './use-palette-keys.ts'
import type { usePaletteView } from './use-palette-view.ts'

type PaletteFieldProps = {
  /** The last one is shown. */
  frames: readonly PaletteFrame[]
  view: StillView
  hasOptions: boolean
  /** Id of the highlighted item. */
  active: string | undefined
  onType: (query: string) => void
  onClose: () => void
}

/**
 * Breadcrumbs (pages and scope) and the text field. cmdk's own search stays empty: rows are ranked here, and a search would
 * make cmdk highlight its first row in a second render.
 */
export const PaletteField = ({ frames, view, hasOptions, active, onType, onClose }: PaletteFieldProps) => {
  const { query } = frames.at(-1)!
  const field = useRef<HTMLInputElement>(null)
  const isTouched = useAtom(isPointerCoarse)
  const hasClose = isTouched || view.isPhone
  useLayoutEffect(() => field.current!.focus(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the end of the text that each page starts with.
  useLayoutEffect(() => field.current!.setSelectionRange(query.length, query.length), [frames.length])
  const { chips, question } = useBreadcrumbs(frames, view)
  return (
    <div
      className={cx(
        'relative flex min-h-12 flex-wrap items-center gap-x-2 border-b border-line pl-3.5 max-sm:py-1',
        hasClose ? 'pr-13' : 'pr-3.5',
      )}
    >
      {chips}
      <Command.Input asChild value="">
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: cmdk makes it a combobox, always expanded otherwise. */}
        <input
          ref={field}
          aria-expanded={hasOptions}
          aria-activedescendant={active && optionId(active)}
          value={query}
          onChange={({ target }) => onType(target.value)}
          placeholder={question}
          aria-describedby="palette-status"
          className="h-12 min-w-40 flex-1 text-ellipsis bg-transparent text-lg outline-none focus-visible:outline-none"
        />
      </Command.Input>
      {/* On-screen alternative to Escape. */}
      {hasClose && (
        <IconButton
          icon="x"
          label={view.t('common:close')}
          tabIndex={-1}
          className="absolute top-3 right-2 pointer-coarse:top-1.5"
          onClick={onClose}
        />
      )}
    </div>
  )
}

/** Stable while typing. */
function useBreadcrumbs(frames: readonly PaletteFrame[], view: StillView) {
  const { page, scope } = frames.at(-1)!
  const depth = frames.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages are only pushed and popped.
  return useMemo(() => {
    const frame = frames.at(-1)!
    const crumbs = frames.flatMap((one) => crumbsOf(one, one === frame, view))
    const chips = (
      <>
        <Icon name={page.kind !== 'root' ? 'chevron-right' : 'search'} className="text-ink-muted" />
        {[...crumbs, ...(scope ? [view.t(`${scope}:title`)] : [])].map((crumb) => (
          <span
            key={crumb}
            className="max-w-60 truncate max-sm:mt-2 rounded-sm bg-accent-soft px-1.5 py-0.5 text-sm text-accent-text"
          >
            {crumb}
          </span>
        ))}
      </>
    )
    return { chips, question: questionOf(frame, view) }
  }, [page, scope, depth, view])
}

/** Above this many records the dry run is not shown inline but on a page after Enter. */
const MAX_INLINE_DRY_RUN = 5_000

const listClass = 'max-h-[min(26rem,56vh)] scroll-py-8 overflow-y-auto overscroll-contain p-1.5 outline-none'

const isVast = ({ context }: PaletteView): boolean => (context.selection?.count ?? 0) > MAX_INLINE_DRY_RUN

/** While closed. */
const noFrames: readonly PaletteFrame[] = [pageFrame({ kind: 'root' })]

type PalettePageProps = PaletteProps & ReturnType<typeof usePaletteView>

/**
 * Field and list of one page as one cmdk `Command`. cmdk moves and marks the highlight, an item's id; rows and actions are
 * decided here.
 */
export const PalettePage = (props: PalettePageProps) => {
  const { actor, people, preview: ask, pane: Pane, still, searchQueries, scopeWords } = props
  const frames = useSelector(actor, ({ context }) => (context.frames[0] ? context.frames : noFrames))
  const frame = frames.at(-1)!
  const isDeep = frames.length > 1 || frame.scope !== null
  const [seen] = useState(() => ({ current: nothingRendered() }))
  const { sections, question, lookup, isAwaiting, record, view } = useResults(frame, still, {
    searchQueries,
    people,
    seen,
  })
  const items = useMemo(() => sections.flatMap((section) => section.items), [sections])
  const highlight = useHighlight({ actor, frame, seen }, items, isAwaiting)
  const { highlighted, isByHand, isChosen, keep } = highlight
  const at = highlighted === undefined ? -1 : items.indexOf(highlighted)
  const { limit, renderAll } = useDeferredRows(question, sections, at)
  useRenderedRows(seen, { frame, ids: items.map(({ id }) => id), highlighted }, isByHand)
  const hasDryRun = isChosen && !isVast(view) && highlighted !== undefined
  const preview = useInlinePreview(hasDryRun ? dryRunOf(highlighted, frame, props.registry) : null, ask)
  const act = useChoose({
    ...props,
    frame,
    context: view.context,
    shownReport: (item) => (item.id === highlighted?.id ? (preview?.report ?? null) : null),
  })
  usePaletteScan({ ...props, frame, view, highlighted, choose: act })
  const choose = (item: PaletteItem) => {
    keep(item)
    act(item)
  }
  const { waitingFor, wait, stopWaiting } = useDeferredEnter({
    frame,
    items,
    query: lookup?.query ?? '',
    isAwaiting,
    choose,
  })
  const [tried, setTried] = useState<string | null>(null)
  const { isInComposition, takeAllSelected, ...keys } = usePaletteKeys({
    actor,
    frame,
    items,
    renderAll,
    keep,
    seen,
    isFetching: argumentPhase(frame, view) === 'loading',
    choose: (item) => {
      setTried(item.refusal ? item.id : null)
      choose(item)
    },
    onComposed: (text) => type(text),
    wait,
    stopWaiting,
  })

  const type = (query: string) => {
    setTried(null)
    if (takeAllSelected() && frame.scope !== null) {
      actor.send({ type: 'scope.set', scope: null, query })
      return
    }
    // Changing the field's text would break an IME composition.
    const mayScope = frame.page.kind === 'root' && frame.scope === null && !isInComposition()
    const scope = mayScope ? resourceScopeOf(query, scopeWords) : null
    if (scope === null) actor.send({ type: 'query.type', query })
    else actor.send({ type: 'scope.set', scope })
  }

  const isRecordWithin = highlighted?.hit !== undefined && frame.page.kind !== 'record'
  const hasInside = isRecordWithin || highlighted?.inside !== undefined

  const { page, scope } = frame
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same at every key of a page.
  const label = useMemo(() => fieldName(frame, still), [page, scope, still])
  const moveTo = (value: string) => {
    const item = items.find(({ id }) => id.trim() === value)
    if (item) highlight.moveTo(item)
  }

  return (
    <Command
      {...keys}
      label={label}
      shouldFilter={false}
      vimBindings={false}
      value={highlighted?.id ?? ''}
      onValueChange={moveTo}
      className="flex min-h-0 flex-col outline-none"
    >
      <PaletteField
        frames={frames}
        view={still}
        hasOptions={items.length > 0}
        active={highlighted?.id}
        onType={type}
        onClose={() => actor.send({ type: 'palette.close' })}
      />
      <div className={cx('flex min-h-0', Pane && 'pane:h-[min(26rem,56vh)]')}>
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {frame.page.kind === 'customer' && <CustomerBar page={frame.page} view={view} />}
          <PaletteList
            sections={sections}
            items={items}
            highlighted={highlighted}
            limit={limit}
            question={question}
            t={view.t}
            className={cx(
              listClass,
              items.length === 0 && 'hidden',
              Pane && 'min-h-0 flex-1 pane:max-h-none',
            )}
            onChoose={choose}
          />
          <PaletteStatus
            frame={frame}
            view={view}
            items={items}
            highlighted={highlighted}
            isAwaiting={isAwaiting}
            preview={preview}
            waitingFor={waitingFor}
            tried={tried !== null && tried === highlighted?.id}
            isUnreadable={record.isFailed}
          />
        </div>
        {Pane && <PalettePane Pane={Pane} frame={frame} highlighted={highlighted} view={view} />}
      </div>
      <PaletteFooter
        verb={highlighted && !highlighted.refusal ? highlighted.act.kind : null}
        hasInside={hasInside}
        isDeep={isDeep}
        t={view.t}
        preview={preview}
        dryRuns={props.dryRuns}
      />
    </Command>
  )
}

type CustomerBarProps = { page: Extract<PaletteFrame['page'], { kind: 'customer' }>; view: PaletteView }

/** Summary of the page's customer; also on narrow screens, which have no pane. */
const CustomerBar = ({ page, view }: CustomerBarProps) => {
  const { t, customers } = view
  const { phase, customer } = customers.read(page.phone)
  return (
    <p className="figures flex flex-wrap gap-x-2 border-b border-line bg-surface px-4 py-2 text-sm">
      <span className="font-medium whitespace-nowrap">{phoneText(page.phone)}</span>
      <span className="text-ink-muted">
        {customer && customerSentence(customer, t)}
        {phase === 'unknown' && unknownCustomer(view)}
        {phase === 'failed' && t('customers:failed')}
      </span>
    </p>
  )
}
