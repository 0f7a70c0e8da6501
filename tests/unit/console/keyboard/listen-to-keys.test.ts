import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { captureKeys, listenToKeys } from '../../../../src/keyboard/listen-to-keys.ts'

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { documentElement: new EventTarget() }))
  vi.stubGlobal('window', new EventTarget())
})
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

const press = (element: EventTarget, key: string, extras: object = {}) =>
  element.dispatchEvent(
    Object.assign(new Event('keydown', { cancelable: true }), {
      ...{ key, code: '', keyCode: 0, getModifierState: () => false },
      ...extras,
    }),
  )

test('several elements receive their own keys only', () => {
  const [first, second] = [new EventTarget(), new EventTarget()]
  const events: string[] = []
  stops.push(listenToKeys(first as HTMLElement, ({ key }) => events.push(`first ${key}`)))
  const stopSecond = listenToKeys(second as HTMLElement, ({ key }) => events.push(`second ${key}`))
  press(first, 'a')
  press(second, 'b')
  stopSecond()
  press(second, 'c')
  press(first, 'd')
  expect(events).toEqual(['first a', 'second b', 'first d'])
})

test('an element is released once it has no listener, and can be listened to again', () => {
  const element = new EventTarget()
  const remove = vi.spyOn(element, 'removeEventListener')
  const events: string[] = []
  const stop = listenToKeys(element as HTMLElement, ({ key }) => events.push(key))
  stop()
  expect(remove.mock.calls.map(([type]) => type).sort()).toEqual(['keydown', 'keyup'])
  stops.push(listenToKeys(element as HTMLElement, ({ key }) => events.push(key)))
  press(element, 'x')
  expect(events).toEqual(['x'])
})

test('keys in text fields, auto-repeat, dead keys and input methods are all passed on', () => {
  const element = new EventTarget()
  const events: string[] = []
  stops.push(listenToKeys(element as HTMLElement, ({ key }) => events.push(key)))
  const composedPath = () => [{ tagName: 'INPUT', type: 'text' }]
  press(element, 'k', { ctrlKey: true, composedPath })
  press(element, 'j', { repeat: true })
  press(element, 'Dead')
  press(element, 'Process', { keyCode: 229 })
  press(element, '€', { ctrlKey: true, altKey: true, code: 'KeyE' })
  expect(events).toEqual(['k', 'j', 'Dead', 'Process', '€'])
})

test('a key that one listener stops does not reach the next one of the same element', () => {
  const events: string[] = []
  const first = captureKeys((event) => {
    events.push('first')
    event.stopImmediatePropagation()
  })
  stops.push(first)
  stops.push(captureKeys(() => events.push('second')))
  press(document.documentElement, 'a')
  expect(events).toEqual(['first'])
})
