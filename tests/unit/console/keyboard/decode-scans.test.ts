import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodeScan } from '../../../../domain/scans/scan-code.ts'
import { bufferKeys } from '../../../../src/keyboard/key-buffer.tsx'
import { attachScanDecoder } from '../../../../src/keyboard/scan-decoder.tsx'
import type { Stroke } from '../../../support/keyboards.ts'
import { scanStrokes } from '../../../support/scanner.ts'

/** The event properties in use; Node's events cannot be trusted. */
class PageEvent {
  readonly isTrusted: boolean = false
  readonly timeStamp = performance.now()
  defaultPrevented = false
  cancelBubble = false
  keyCode = 0
  declare key: string
  declare code: string
  readonly type: string
  constructor(type: string, init: object) {
    this.type = type
    Object.assign(this, init)
  }
  preventDefault() {
    this.defaultPrevented = true
  }
  stopImmediatePropagation() {
    this.cancelBubble = true
  }
  getModifierState() {
    return false
  }
  composedPath() {
    return [focus]
  }
}

class Field {
  tagName = 'INPUT'
  value = ''
  /** What the component does with a key; true where it uses it. */
  onKey: (key: string) => boolean = () => false
  dispatchEvent(event: PageEvent): boolean {
    for (const listener of captured) if (!event.cancelBubble) listener(event)
    if (!event.cancelBubble) {
      heard.push(event.key)
      if (this.onKey(event.key)) event.preventDefault()
    }
    return !event.defaultPrevented
  }
}

let focus: Field
let heard: string[]
let scanned: string[]
let detach: () => void
const captured = new Set<(event: PageEvent) => void>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame, 16))
  vi.stubGlobal('navigator', {})
  captured.clear()
  heard = []
  scanned = []
  focus = new Field()
  const root = {
    addEventListener: (type: string, listener: (event: PageEvent) => void) =>
      void (type === 'keydown' && captured.add(listener)),
    removeEventListener: (_: string, listener: (event: PageEvent) => void) => void captured.delete(listener),
  }
  const page = Object.assign(new EventTarget(), {
    documentElement: root,
    execCommand: (_: string, _ui: boolean, text: string) => {
      focus.value += text
    },
  })
  Object.defineProperty(page, 'activeElement', { get: () => focus })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('KeyboardEvent', PageEvent)
  vi.stubGlobal('HTMLInputElement', Field)
  for (const name of ['HTMLTextAreaElement', 'HTMLSelectElement', 'HTMLButtonElement'])
    vi.stubGlobal(name, class {})
  detach = attachScanDecoder((digits) => scanned.push(digits))
})
afterEach(() => {
  detach()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A device's key press: typed unless the page prevents it. */
const press = (stroke: Partial<Stroke>, gap = 4) => {
  vi.advanceTimersByTime(gap)
  const event = new PageEvent('keydown', { ...stroke, isTrusted: true })
  if (focus.dispatchEvent(event) && [...(stroke.key ?? '')].length === 1) focus.value += stroke.key
}
const letter = (key: string): Partial<Stroke> => ({ key, code: `Key${key.toUpperCase()}` })
const digits = (text: string) => scanStrokes(text).slice(0, -1)
const code = encodeScan({ kind: 'orders', number: 10_423 })

test('a scan is heard of by nobody else', () => {
  for (const stroke of scanStrokes(code)) press(stroke)
  vi.advanceTimersByTime(1_000)
  expect({ scanned, heard, value: focus.value }).toEqual({ scanned: [code], heard: [], value: '' })
})

test('digits that are typed reach the field, each at the latest after 55 ms', () => {
  for (const stroke of digits('12345')) press(stroke, 120)
  expect(focus.value).toBe('1234')
  vi.advanceTimersByTime(55)
  expect({ value: focus.value, heard }).toEqual({ value: '12345', heard: [...'12345'] })
})

test('a letter waits for no digit, and none overtakes it', () => {
  for (const stroke of [letter('a'), ...digits('12'), letter('b'), ...digits('3'), letter('c')]) press(stroke)
  expect({ value: focus.value, heard }).toEqual({ value: 'a12b3c', heard: [...'a12b3c'] })
})

test('what a program types into a field is its text, and its Enter comes after it', () => {
  for (const stroke of scanStrokes('0708091011')) press(stroke, 1)
  expect({ value: focus.value, heard, scanned }).toEqual({
    value: '0708091011',
    heard: [...'0708091011', 'Enter'],
    scanned: [],
  })
})

test('a key right after a digit that the page has used goes to what has the focus then', () => {
  const before = focus
  const after = new Field()
  const confirmed: string[] = []
  before.onKey = () => {
    // React renders asynchronously.
    setTimeout(() => {
      focus = after
    })
    return true
  }
  after.onKey = (key) => confirmed.push(key) > 0
  press(digits('1')[0]!)
  press({ key: 'Enter', code: 'Enter' })
  press(letter('x'))
  vi.advanceTimersByTime(100)
  expect({ heard, confirmed }).toEqual({ heard: ['1', 'Enter', 'x'], confirmed: ['Enter', 'x'] })
})

test('while a part of the page loads, a person’s digits wait in it with the other keys, and a scan does not', () => {
  const buffer = bufferKeys()
  for (const stroke of scanStrokes(code)) press(stroke)
  press(letter('a'), 200)
  press(digits('7')[0]!, 200)
  press(letter('b'), 200)
  expect({ scanned, heard }).toEqual({ scanned: [code], heard: [] })
  buffer.replay()
  vi.advanceTimersByTime(100)
  expect(focus.value).toBe('a7b')
})

test('what is held is let go when a pointer goes down, the window loses the focus or nobody listens any more', () => {
  const [one] = digits('1')
  press(one!)
  document.dispatchEvent(new Event('pointerdown'))
  expect(focus.value).toBe('1')
  press(one!)
  window.dispatchEvent(new Event('blur'))
  expect(focus.value).toBe('11')
  press(one!)
  detach()
  detach = () => {}
  expect(focus.value).toBe('111')
})
