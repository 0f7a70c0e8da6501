import {
  type CompositionEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { PaletteFrame } from '../../machines/palette/palette-types.ts'
import { useScanTarget } from '../keyboard/scan-targets.tsx'
import { argumentOf, pickedItem, recordAnswer } from './results/argument-page.ts'
import type { PaletteItem } from './results/palette-item.ts'
import type { PaletteProps, PaletteView } from './results/palette-view.ts'
import { readInput } from './results/read-input.ts'
import { highlightedAt, type RenderedRows } from './results/use-highlight.ts'

type PaletteKeys = {
  actor: PaletteProps['actor']
  frame: PaletteFrame
  items: readonly PaletteItem[]
  /** cmdk only moves among rendered rows. */
  renderAll: () => void
  /** Called before another page opens. */
  keep: (item: PaletteItem) => void
  seen: RefObject<RenderedRows>
  /** Choices are loading and have no digits yet. */
  isFetching: boolean
  choose: (item: PaletteItem) => void
  /** Called when composed text is in the field. */
  onComposed: (text: string) => void
  /** Called for Enter with nothing to run. */
  wait: () => void
  stopWaiting: () => void
}

/** Some input methods end composition just before the Enter that accepts a candidate. */
const AFTER_COMPOSITION_MS = 20

/** Keys of the palette besides text and cmdk's (arrows, Home, End). */
export function usePaletteKeys(keys: PaletteKeys) {
  const { actor, frame, items, seen, isFetching, keep, choose, onComposed, wait, stopWaiting } = keys
  const composedAt = useRef(Number.NEGATIVE_INFINITY)
  const composing = useRef(false)
  const allSelected = useRef(false)

  const onEnter = (event: KeyboardEvent) => {
    event.preventDefault()
    const item = highlightedAt(seen.current, event.timeStamp)
    if (event.repeat || event.timeStamp - composedAt.current < AFTER_COMPOSITION_MS) return
    if (item === undefined || item.stale) wait()
    else choose(item)
  }
  const onTab = (event: KeyboardEvent) => {
    event.preventDefault()
    if (event.shiftKey) {
      actor.send({ type: 'page.back' })
      return
    }
    const item = highlightedAt(seen.current, event.timeStamp)
    if (readInput(frame.query).mode === 'filter') {
      const isWay = ({ act, refusal }: PaletteItem) => act.kind === 'type' && !refusal
      const way = item && isWay(item) ? item : items.find(isWay)
      if (way !== undefined) choose(way)
      return
    }
    if (item?.act.kind === 'page') choose(item)
    if (item !== undefined) keep(item)
    if (item?.inside && !item.refusal) actor.send({ type: 'page.push', page: item.inside })
    if (item?.hit === undefined || item.stale || frame.page.kind === 'record') return
    const { resource, id, title } = item.hit
    actor.send({ type: 'page.push', page: { kind: 'record', record: { resource, id }, title } })
  }
  const onBackspace = (event: KeyboardEvent) => {
    if (frame.query !== '') return
    event.preventDefault()
    if (!event.repeat) actor.send({ type: 'page.back' })
  }
  const onOther = (event: KeyboardEvent) => {
    if (frame.query !== '' || frame.page.kind !== 'argument') return
    const picked = pickedItem(event.nativeEvent, items)
    // A digit typed before the choices load is not text.
    if (picked === undefined && !(isFetching && /^\d$/.test(event.key))) return
    event.preventDefault()
    if (picked === undefined || event.repeat) return
    actor.send({ type: 'item.highlight', item: picked.id })
    choose(picked)
  }
  const handlers: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    Enter: onEnter,
    Tab: onTab,
    Backspace: onBackspace,
  }

  return {
    onKeyDown: (event: KeyboardEvent) => {
      const { target } = event
      const wasAll = allSelected.current || (target instanceof HTMLInputElement && hasAllSelected(target))
      allSelected.current = isSelectingAll(event) || (wasAll && !leavesSelection.has(event.key))
      if (isComposing(event)) return
      if (event.key !== 'Enter') stopWaiting()
      if (isJumpDown(event)) flushSync(keys.renderAll)
      const handle = handlers[event.key] ?? onOther
      handle(event)
    },
    onCompositionStart: () => {
      composing.current = true
    },
    onCompositionEnd: (event: CompositionEvent) => {
      composing.current = false
      composedAt.current = event.timeStamp
      if (event.target instanceof HTMLInputElement) onComposed(event.target.value)
    },
    isInComposition: () => composing.current,
    /** Whether all text was selected when it changed: replaces the scope too. */
    takeAllSelected: () => {
      const isAll = allSelected.current
      allSelected.current = false
      return isAll
    },
  }
}

/** Also in an empty field, where it selects the scope. */
const isSelectingAll = ({ key, code, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && (key.toLowerCase() === 'a' || (code === 'KeyA' && !/^[a-z]$/i.test(key)))

const hasAllSelected = ({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean =>
  value !== '' && selectionStart === 0 && selectionEnd === value.length

const leavesSelection = new Set([
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['Enter', 'Tab', 'Escape'],
])

/** To the last row, or the next group. */
const isJumpDown = ({ key, altKey, metaKey }: KeyboardEvent): boolean =>
  key === 'End' || (key === 'ArrowDown' && (altKey || metaKey))

/** Keys that belong to an input method: it uses Enter, Escape and arrows itself. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === COMPOSING_KEY_CODE

const COMPOSING_KEY_CODE = 229

/** Number and page whose answer Enter waits for. */
type Waiting = { frame: PaletteFrame; number: number } | null

type Awaited = {
  frame: PaletteFrame
  items: readonly PaletteItem[]
  /** Query of the current lookup. */
  query: string
  isAwaiting: boolean
  choose: (item: PaletteItem) => void
}

/**
 * Defers Enter after an unanswered number: the record with exactly that number is chosen when the answer arrives. Other texts
 * are not deferred, because their results must be read first.
 */
export function useDeferredEnter({ frame, items, query, isAwaiting, choose }: Awaited) {
  const [waiting, setWaiting] = useState<Waiting>(null)
  const isStill = waiting !== null && waiting.frame.page === frame.page && waiting.frame.query === frame.query
  const settle = useEffectEvent(() => {
    setWaiting(null)
    const named = items.find(({ hit, act }) => hit?.number === waiting?.number && act.kind !== 'invoke')
    if (isStill && named) choose(named)
  })
  useEffect(() => {
    if (waiting !== null && (!isAwaiting || !isStill)) settle()
  }, [waiting, isAwaiting, isStill])

  return {
    /** The number waited for, to be announced. */
    waitingFor: isStill ? waiting.number : null,
    wait: () => {
      const digits = /^#?\s*(\d{1,12})$/.exec(query.trim())?.[1]
      if (isAwaiting && digits !== undefined) setWaiting({ frame, number: Number(digits) })
    },
    stopWaiting: () => setWaiting(null),
  }
}

type PaletteScan = Pick<PaletteProps, 'actor' | 'registry'> & {
  frame: PaletteFrame
  view: PaletteView
  highlighted: PaletteItem | undefined
  choose: (item: PaletteItem) => void
}

/**
 * A scan while the palette is open: answers a record argument, else opens the record, or runs the command typed in the field on
 * it.
 */
export const usePaletteScan = ({ actor, registry, frame, view, highlighted, choose }: PaletteScan): void => {
  const { page, query } = frame
  const command = page.kind === 'argument' ? registry.get(page.invocation.command) : undefined
  const argument = page.kind === 'argument' && command ? argumentOf(command, page.name) : null
  useScanTarget({
    isFocused: () => true,
    take: (hit) => {
      if (argument?.kind === 'record') {
        if (argument.resource !== hit.resource) return false
        choose(recordAnswer(argument, hit, view))
        return true
      }
      const { resource, id, title } = hit
      const isNamed = page.kind === 'root' && highlighted?.act.kind === 'invoke'
      // Replaces the previously scanned record's page.
      if (page.kind === 'record') actor.send({ type: 'page.back' })
      actor.send({ type: 'page.push', page: { kind: 'record', record: { resource, id }, title } })
      if (isNamed) actor.send({ type: 'query.type', query })
      return true
    },
  })
}
