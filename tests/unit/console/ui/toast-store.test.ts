import { describe, expect, it } from 'vitest'
import { createToastStore, wordsOf } from '../../../../src/ui/feedback/toast-store.ts'

describe('the toasts', () => {
  it('are never shown for less than ten seconds', () => {
    const store = createToastStore()
    store.notify({ title: 'short', duration: 200 })
    store.notify({ title: 'long', duration: 30_000 })
    expect(store.toasts().map(({ duration }) => duration)).toEqual([10_000, 30_000])
  })

  it('replace the one of the same id, and start its clock again', () => {
    const store = createToastStore()
    const id = store.notify({ title: '12 of 60', sticky: true })
    const before = store.toasts()[0]!.serial
    store.notify({ id, title: '60 changed' })
    const [toast, ...others] = store.toasts()
    expect(others).toEqual([])
    expect(toast!.title).toBe('60 changed')
    expect(toast!.serial).not.toBe(before)
  })

  it('are the two newest, without those that wait for an answer being pushed out by others', () => {
    const store = createToastStore()
    const titles = () => store.toasts().map(({ title }) => title)
    for (const title of ['a', 'b', 'c']) store.notify({ title })
    expect(titles()).toEqual(['b', 'c'])
    store.notify({ title: 'failed', sticky: true })
    for (const title of ['d', 'e']) store.notify({ title })
    expect(titles()).toEqual(['failed', 'e'])
  })

  it('are one where there is no room for two: the newest, with how many it replaced', () => {
    const store = createToastStore({ isSingle: () => true })
    const shown = () => store.toasts().map(({ title, replaced }) => [title, replaced])
    for (const title of ['a', 'b']) store.notify({ title })
    expect(shown()).toEqual([['b', 1]])
    const id = store.notify({ title: 'queued' })
    // The result of the same change is no further message.
    store.notify({ id, title: 'sent' })
    expect(shown()).toEqual([['sent', 2]])
    store.notify({ title: 'failed', sticky: true })
    store.notify({ title: 'c' })
    expect(shown()).toEqual([
      ['failed', 3],
      ['c', 0],
    ])
  })

  it('go when what they offer was done elsewhere: of an undone change only Redo is left', () => {
    const store = createToastStore()
    const titles = () => store.toasts().map(({ title }) => title)
    store.notify({ title: 'cancelled', about: ['b1'] })
    store.notify({ title: 'undone', about: ['b2'], overtakes: ['b1'] })
    expect(titles()).toEqual(['undone'])
    store.notify({ title: 'redone', about: ['b3'], overtakes: ['b2'] })
    expect(titles()).toEqual(['redone'])
  })

  it('say so and offer nothing once what they tell of was undone elsewhere', () => {
    const store = createToastStore()
    store.notify({
      title: 'counted',
      tone: 'success',
      about: ['b1'],
      action: { label: 'Undo', run: () => {} },
    })
    store.notify({ title: 'other', about: ['b2'], action: { label: 'Undo', run: () => {} } })
    store.retire('b1', 'already undone')
    expect(store.toasts()).toMatchObject([
      { title: 'counted', tone: 'neutral', detail: 'already undone', action: undefined },
      { title: 'other', action: { label: 'Undo' } },
    ])
  })

  it('replace a refusal by the one that says the same again, and no other', () => {
    const store = createToastStore()
    const title = () => 'Change the status'
    const refuse = (detail: string) => store.notify({ tone: 'warning', title, detail: () => detail })
    const said = () => store.toasts().map(({ title, detail }) => [wordsOf(title), wordsOf(detail)].join(': '))
    for (const detail of ['not from here', 'no right', 'not from here']) refuse(detail)
    expect(said()).toEqual(['Change the status: no right', 'Change the status: not from here'])
    for (let time = 0; time < 2; time++) store.notify({ tone: 'success', title: 'Saved' })
    expect(said()).toEqual(['Saved: ', 'Saved: '])
  })

  it('notify listeners until they unsubscribe', () => {
    const store = createToastStore()
    let reported = 0
    const subscription = store.store.subscribe(() => {
      reported += 1
    })
    store.dismiss(store.notify({ title: 'here and gone' }))
    subscription.unsubscribe()
    store.notify({ title: 'unheard' })
    expect(reported).toBe(2)
  })
})
