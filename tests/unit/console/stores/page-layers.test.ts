import { createAtom } from '@xstate/store'
import { describe, expect, test } from 'vitest'
import { createPageLayers } from '../../../../src/stores/page-layers.ts'

type State = Parameters<
  Parameters<Parameters<ReturnType<typeof createPageLayers>['follow']>[0]['subscribe']>[0]
>[0]

const orders = { key: 'one', pathname: '/orders/list' }
const shippings = { key: 'two', pathname: '/shippings/list' }

const atOrders = () => {
  let listener: (state: State) => void = () => undefined
  const router = {
    state: { location: orders, navigation: {}, historyAction: 'POP' } as State,
    subscribe: (added: typeof listener) => {
      listener = added
      return () => undefined
    },
  }
  const layers = createPageLayers()
  layers.follow(router)
  const update = (state: Partial<State>) => {
    router.state = { ...router.state, ...state }
    listener(router.state)
  }
  return {
    layers,
    load: (location: State['location']) => update({ navigation: { location } }),
    arrive: (location: State['location'], historyAction = 'PUSH') =>
      update({ location, historyAction, navigation: {} }),
  }
}

describe('the layers over a page', () => {
  test('are closed once when the page is left, by a link, Back or Forward', () => {
    for (const action of ['PUSH', 'REPLACE', 'POP']) {
      const { layers, load, arrive } = atOrders()
      const closed: string[] = []
      layers.opened(() => closed.push('left'))
      load(shippings)
      expect(closed).toEqual([])
      arrive(shippings, action)
      arrive(orders, 'POP')
      expect(closed).toEqual(['left'])
    }
  })

  test('stay where they were opened while their page was loading, or closed before', () => {
    const { layers, load, arrive } = atOrders()
    const closed: string[] = []
    layers.opened(() => closed.push('forgotten'))()
    load(shippings)
    layers.opened(() => closed.push('next'))
    arrive(shippings, 'POP')
    expect(closed).toEqual([])
    arrive(orders, 'POP')
    expect(closed).toEqual(['next'])
  })

  test('stay while the filter of their list changes, and go with Back to another filter', () => {
    const { layers, arrive } = atOrders()
    const closed: string[] = []
    layers.opened(() => closed.push('list'))
    arrive({ ...orders, key: 'filtered' }, 'REPLACE')
    arrive({ ...orders, key: 'pushed' }, 'PUSH')
    expect(closed).toEqual([])
    arrive({ ...orders, key: 'zero' }, 'POP')
    expect(closed).toEqual(['list'])
  })

  test('are followed by an atom: what replaces a layer belongs to the page of its own', () => {
    const { layers, load, arrive } = atOrders()
    const question = createAtom<string | null>(null)
    layers.followAtom(question, () => question.set(null))
    question.set('of orders')
    load(shippings)
    question.set('of shippings')
    arrive(shippings)
    expect(question.get()).toBe('of shippings')
    arrive(orders, 'POP')
    expect(question.get()).toBeNull()
  })
})
