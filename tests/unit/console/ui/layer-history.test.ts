import { describe, expect, test } from 'vitest'
import { createLayerHistory } from '../../../../src/ui/overlay/layer-history.ts'

type State = { idx: number; layers?: number } | null

/** A window with a session history. `routed`: moves that reached the router. */
const openWindow = () => {
  const entries: { state: State; href: string }[] = [
    { state: { idx: 0 }, href: '/before' },
    { state: { idx: 1 }, href: '/page' },
  ]
  let at = 1
  const routed: string[] = []
  const listeners: ((event: { stopImmediatePropagation: () => void }) => void)[] = []
  const go = (by: number): void => {
    if (at + by < 0 || at + by >= entries.length) return
    at += by
    let isStopped = false
    for (const listener of listeners) {
      listener({
        stopImmediatePropagation: () => {
          isStopped = true
        },
      })
    }
    if (!isStopped) routed.push(entries[at]!.href)
  }
  const location = {
    get href() {
      return entries[at]!.href
    },
  }
  const history = {
    get state() {
      return entries[at]!.state
    },
    pushState: (state: State, _: string, href = location.href) => {
      entries.splice(at + 1, entries.length, { state, href })
      at += 1
    },
    replaceState: (state: State, _: string, href = location.href) => {
      entries[at] = { state, href }
    },
    go,
  }
  const window = {
    history,
    location,
    addEventListener: (_: string, listener: (typeof listeners)[number]) => listeners.push(listener),
  }
  const layers = createLayerHistory(window as unknown as Window)
  const closed: string[] = []
  /** Opens a layer that closes as React's would: it is removed when asked to close. */
  const open = (name: string, isClosable = true) => {
    const remove = layers.open({
      isClosable,
      close: () => {
        closed.push(name)
        remove()
      },
    })
    return remove
  }
  const navigate = (href: string) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', href)
    layers.pageShown()
  }
  layers.pageShown()
  return {
    layers,
    open,
    closed,
    routed,
    back: () => go(-1),
    forward: () => go(1),
    history,
    location,
    navigate,
  }
}

describe('Back on a phone', () => {
  test('closes the top layer, one at a time, before it leaves the page', () => {
    const { open, closed, routed, back, location } = openWindow()
    open('sheet')
    open('menu')
    back()
    expect([closed, routed, location.href]).toEqual([['menu'], [], '/page'])
    back()
    expect([closed, routed]).toEqual([['menu', 'sheet'], []])
    back()
    expect(routed).toEqual(['/before'])
  })

  test('skips what a layer left that was closed by a button, and the next layer uses it', () => {
    const { open, closed, routed, back } = openWindow()
    open('first')()
    open('second')()
    open('third')
    back()
    expect([closed, routed]).toEqual([['third'], []])
    back()
    expect(routed).toEqual(['/before'])
    const next = openWindow()
    next.open('sheet')()
    next.back()
    expect(next.routed).toEqual(['/before'])
  })

  test('returns from a page that a layer opened to the page of the layer, and from there to the one before', () => {
    const { open, navigate, layers, routed, back } = openWindow()
    const remove = open('palette')
    navigate('/next')
    remove()
    back()
    layers.pageShown()
    back()
    expect(routed).toEqual(['/page', '/before'])
  })

  test('leaves a layer open whose input would be lost, however often it is pressed', () => {
    const { open, closed, routed, back, location } = openWindow()
    open('form', false)
    for (let time = 0; time < 3; time++) back()
    expect([closed, routed, location.href]).toEqual([[], [], '/page'])
  })

  test('keeps the query that the page was given meanwhile', () => {
    const { open, layers, history, closed, routed, back, location } = openWindow()
    open('sheet')
    history.replaceState({ idx: 1 }, '', '/page?q=awa')
    layers.pageShown()
    back()
    expect([closed, routed, location.href]).toEqual([['sheet'], [], '/page?q=awa'])
  })

  test('lets the router take back a navigation that it blocks', () => {
    const { open, navigate, routed, back, forward, location } = openWindow()
    navigate('/form')
    back()
    // The router asks in a dialog, and goes forward again.
    open('leave?')
    forward()
    expect([routed, location.href]).toEqual([['/page', '/form'], '/form'])
  })
})
