import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type Query = { matches: boolean; change: () => void }

/** A browser whose media queries and network the test decides. */
const stubBrowser = ({ onLine }: { onLine: boolean }) => {
  const queries = new Map<string, Query>()
  const navigator = { onLine }
  const network = new EventTarget()
  vi.stubGlobal('matchMedia', (text: string) => {
    const list = new EventTarget()
    const query = Object.assign(list, {
      matches: false,
      change: () => list.dispatchEvent(new Event('change')),
    })
    queries.set(text, query)
    return query
  })
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  return { queries, navigator, network }
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

it('follows a media query with one listener for all readers', async () => {
  const { queries } = stubBrowser({ onLine: true })
  const { isPointerCoarse } = await import('../../../../src/stores/browser.ts')
  const seen: boolean[] = []
  isPointerCoarse.subscribe((isCoarse) => seen.push(isCoarse))
  expect(isPointerCoarse.get()).toBe(false)
  const query = queries.get('(pointer: coarse)') as Query
  query.matches = true
  query.change()
  expect([isPointerCoarse.get(), seen]).toEqual([true, [true]])
})

it('follows the network', async () => {
  const { navigator, network } = stubBrowser({ onLine: false })
  const { isOnline } = await import('../../../../src/stores/browser.ts')
  expect(isOnline.get()).toBe(false)
  navigator.onLine = true
  network.dispatchEvent(new Event('online'))
  expect(isOnline.get()).toBe(true)
  navigator.onLine = false
  network.dispatchEvent(new Event('offline'))
  expect(isOnline.get()).toBe(false)
})

it('keeps its defaults outside of a browser', async () => {
  vi.stubGlobal('navigator', undefined)
  const { isOnline, isWideScreen } = await import('../../../../src/stores/browser.ts')
  expect([isOnline.get(), isWideScreen.get()]).toEqual([true, true])
})
