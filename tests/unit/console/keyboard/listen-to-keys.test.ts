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
  const heard: string[] = []
  stops.push(listenToKeys(first as HTMLElement, ({ key }) => heard.push(`first ${key}`)))
  const stopSecond = listenToKeys(second as HTMLElement, ({ key }) => heard.push(`second ${key}`))
  press(first, 'a')
  press(second, 'b')
  stopSecond()
  press(second, 'c')
  press(first, 'd')
  expect(heard).toEqual(['first a', 'second b', 'first d'])
})

test('an element is released once it has no listener, and can be listened to again', () => {
  const element = new EventTarget()
  const remove = vi.spyOn(element, 'removeEventListener')
  const heard: string[] = []
  const stop = listenToKeys(element as HTMLElement, ({ key }) => heard.push(key))
  stop()
  expect(remove.mock.calls.map(([type]) => type).sort()).toEqual(['keydown', 'keyup'])
  stops.push(listenToKeys(element as HTMLElement, ({ key }) => heard.push(key)))
  press(element, 'x')
  expect(heard).toEqual(['x'])
})

test('keys in text fields, auto-repeat, dead keys and input methods are all passed on', () => {
  const element = new EventTarget()
  const heard: string[] = []
  stops.push(listenToKeys(element as HTMLElement, ({ key }) => heard.push(key)))
  const composedPath = () => [{ tagName: 'INPUT', type: 'text' }]
  press(element, 'k', { ctrlKey: true, composedPath })
  press(element, 'j', { repeat: true })
  press(element, 'Dead')
  press(element, 'Process', { keyCode: 229 })
  press(element, '€', { ctrlKey: true, altKey: true, code: 'KeyE' })
  expect(heard).toEqual(['k', 'j', 'Dead', 'Process', '€'])
})

test('a key that one listener stops does not reach the next one of the same element', () => {
  const heard: string[] = []
  const first = captureKeys((event) => {
    heard.push('first')
    event.stopImmediatePropagation()
  })
  stops.push(first)
  stops.push(captureKeys(() => heard.push('second')))
  press(document.documentElement, 'a')
  expect(heard).toEqual(['first'])
})
