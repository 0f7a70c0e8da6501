import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { discardedWith } from '../../../machines/outbox/outbox-types.ts'
import { plainList } from '../../commands/screen-actions.ts'
import { callLink } from '../../ui/format/phone.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { type CardAct, mapLink, nextStepOf } from './delivery-commands.ts'
import { type Delivery, queuedRecord } from './optimistic-overlay.ts'

/** The open dialog: cash of a delivery, or other outcomes. */
export type Sheet =
  | { act: 'deliver'; id: string }
  /** `asked`: the outcome whose question is open. */
  | { act: 'outcome'; id: string; asked?: string }
  | { act: 'map'; id: string }

/** Cash and reason typed in a dialog that was closed, not cancelled. */
export type CashDraft = { text: string; reason: string }

type UseCards = {
  /** In keyboard order. */
  cards: readonly Delivery[]
  refresh: () => void
  focusSearch: () => void
  clearSearch: () => void
  scan: () => void
}

/** Keyboard control of the cards: active card, command context, changes through the outbox. */
export const useCards = ({ cards, refresh, focusSearch, clearSearch, scan }: UseCards) => {
  const { view, outbox, ports, user, run } = useWorkspace()
  const [activeId, setActiveId] = useState<string | null>(null)
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const elements = useRef(new Map<string, HTMLElement>())
  const drafts = useRef(new Map<string, CashDraft>())
  const active = cards.find(({ shipping }) => shipping.id === activeId) ?? cards[0] ?? null
  const now = useRef({ cards, active })
  /** The outcome whose question was answered in a card's dialog. */
  const answered = useRef<string | null>(null)
  now.current = { cards, active }

  const focus = useCallback((delivery: Delivery | undefined) => {
    if (delivery === undefined) return
    setActiveId(delivery.shipping.id)
    elements.current.get(delivery.shipping.id)?.focus()
  }, [])

  const port = useMemo(() => {
    const step = (by: number) => {
      const { cards, active } = now.current
      const from = active === null ? -1 : cards.indexOf(active)
      focus(cards[Math.min(Math.max(from + by, 0), cards.length - 1)])
    }
    return plainList({
      move: step,
      moveTo: (end) => focus(end === 'first' ? now.current.cards[0] : now.current.cards.at(-1)),
      page: (direction) => step(direction * pageLength),
      open: () => focus(now.current.active ?? undefined),
      refresh,
      focusFilter: focusSearch,
      clearFilter: clearSearch,
      openMenu: () => act('outcome'),
      scan,
      act: (name) => act(name as CardAct),
      whyNotAct: (name) => {
        if (actOn(name as CardAct) !== null) return null
        return name === 'call' && now.current.active !== null ? 'ERASED' : 'NOT_FOUND'
      },
    })
    function act(name: CardAct): void {
      actOn(name)?.()
    }
    /** The action for the active card; null if not applicable. */
    function actOn(name: CardAct): (() => void) | null {
      const delivery = now.current.active
      if (delivery === null) return null
      const { shipping, refused, waiting } = delivery
      const dial = callLink(shipping.customerPhone)
      switch (name) {
        case 'call':
          return dial === null ? null : () => location.assign(dial)
        case 'map':
          return () => {
            const link = mapLink(shipping, navigator.userAgent)
            if (link === null) setSheet({ act: name, id: shipping.id })
            else window.open(link, '_blank', 'noreferrer')
          }
        case 'retry':
          return refused === null ? null : () => outbox.retry(refused.id)
        case 'discard': {
          const unsent = refused ?? waiting.at(-1)
          if (unsent === undefined) return null
          return () => {
            for (const { id } of discardedWith(unsent, waiting)) outbox.discard(id)
          }
        }
        case 'next': {
          const step = nextStepOf(user, shipping)
          if (step === 'dispatch') return () => run('shipping.dispatch')
          if (step === null) return null
          if (step === 'other') return () => setSheet({ act: 'outcome', id: shipping.id })
          return step === 'deliver'
            ? () => setSheet({ act: 'deliver', id: shipping.id })
            : () => setSheet({ act: 'outcome', id: shipping.id, asked: 'shipping.return' })
        }
        case 'deliver':
        case 'outcome':
          return () => setSheet({ act: name, id: shipping.id })
      }
    }
  }, [focus, refresh, focusSearch, clearSearch, scan, outbox, user, run])

  useEffect(
    () =>
      view.show({
        resource: 'shippings',
        list: port,
        active: () => now.current.active?.shipping ?? null,
        peek: () => null,
        selection: async () => null,
        change: ({ kind, verb, effect, confirmation, resource, target, body }) => {
          if (kind === 'delete' || !('ids' in target)) return false
          const isAnswered = answered.current === verb
          answered.current = null
          const [id = ''] = target.ids
          // From the palette or a key: the card's dialog asks.
          if (confirmation === 'always' && !isAnswered) {
            setSheet({ act: 'outcome', id, asked: effect })
            return true
          }
          const asked = target.ids.map((id) => now.current.cards.find(({ shipping }) => shipping.id === id))
          if (asked.some((card) => card === undefined)) return false
          for (const card of asked) {
            if (card === undefined) continue
            outbox.add({ resource, kind, verb, body, record: queuedRecord(card.shipping) })
          }
          return true
        },
      }),
    [view, port, outbox],
  )

  /** Takes all given parcels out, after a question, with one message for all. */
  const takeOutAll = async (shippings: readonly Shipping[]): Promise<void> => {
    const count = shippings.length
    const values = { count }
    if (!(await ports.confirm({ titleKey: 'delivery:takeAll.ask', values, yesKey: 'delivery:takeAll.yes' })))
      return
    const unsent = new Set<string>()
    const stop = outbox.reportFirst(({ type, entry }) => {
      if (!unsent.delete(entry.id)) return false
      if (type === 'outbox.sent' && unsent.size === 0)
        ports.notify({ tone: 'success', titleKey: 'delivery:takeAll.done', values })
      if (unsent.size === 0) stop()
      return type === 'outbox.sent'
    })
    for (const shipping of shippings) {
      const id = outbox.add({
        resource: 'shippings',
        kind: 'status',
        verb: 'shipping.dispatch',
        body: { status: 'OUT_FOR_DELIVERY' },
        record: queuedRecord(shipping),
      })
      if (id !== null) unsent.add(id)
    }
  }

  const step = active === null ? null : nextStepOf(user, active.shipping)
  return {
    /** Whether the active parcel's main step is another one than its delivery. */
    isNextOther: step !== null && step !== 'deliver',
    activeId: active?.shipping.id ?? null,
    activate: setActiveId,
    sheet,
    setSheet,
    /** By parcel. */
    drafts: drafts.current,
    takeOutAll,
    answer: (command: string) => {
      answered.current = command
    },
    focusActive: port.open,
    elementOf: (id: string) => (element: HTMLElement | null) => {
      if (element === null) elements.current.delete(id)
      else elements.current.set(id, element)
    },
  }
}

const pageLength = 5
