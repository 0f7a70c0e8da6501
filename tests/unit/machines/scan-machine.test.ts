import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { encodeScan, type ScanKind, scanKinds } from '../../../domain/scans/scan-code.ts'
import {
  MAX_GAP_MS,
  MAX_MEAN_GAP_MS,
  MIN_DIGITS,
  resolveScanKey,
  type ScanEvent,
  type ScanKey,
  scanMachine,
} from '../../../machines/scan/scan-machine.ts'
import { readScanKey, type ScanInput } from '../../../src/keyboard/scan-decoder.tsx'
import { everyStroke, type LayoutName, type Stroke } from '../../support/keyboards.ts'
import { type ScannerOptions, scanStrokes } from '../../support/scanner.ts'
import { unreachedStates } from './unreached-states.ts'

/** A keystroke, `gap` milliseconds after the previous one. */
type Press = { stroke: Stroke; gap: number }

type PageOptions = {
  isTyping?: boolean
  isAwaited?: boolean
  /** Delay in milliseconds before the page handles the key at each index. */
  lateness?: readonly number[]
}

/** Events that reach the page through the machine, by key index. */
const play = (
  presses: readonly Press[],
  { isTyping = false, isAwaited = false, lateness = [] }: PageOptions = {},
) => {
  const clock = new SimulatedClock()
  const times = presses.map((_, at) => presses.slice(0, at + 1).reduce((sum, { gap }) => sum + gap, 1))
  let next = 0
  const isInputPending = () => next < times.length && times[next]! <= clock.now()
  const actor = createActor(scanMachine.provide({ guards: { isInputPending } }), { clock })
  const reached: { at: number; after: number }[] = []
  const scans: string[] = []
  let held: number[] = []
  const reach = (at: number) => reached.push({ at, after: clock.now() - times[at]! })
  const letGo = () => {
    for (const at of held) reach(at)
    held = []
  }
  actor.on('keys.released', letGo)
  actor.on('code.scanned', ({ digits }) => {
    scans.push(digits)
    held = []
  })
  actor.start()
  for (const [at, { stroke }] of presses.entries()) {
    const handled = times[at]! + (lateness[at] ?? 0)
    // Due timers run one after the other, as in browsers.
    while (clock.now() < handled) clock.increment(1)
    next = at + 1
    const key = readScanKey(inputOf(stroke, times[at]!), isTyping, isAwaited)
    const { kind } = resolveScanKey(actor.getSnapshot().context, key)
    actor.send({ type: 'key.pressed', key })
    if (kind === 'begun' || kind === 'continued') held.push(at)
    else if (kind !== 'scanned' && kind !== 'swallowed') reach(at)
  }
  for (let after = 0; after < 400; after++) clock.increment(1)
  return { scans, reached: reached.map(({ at }) => at), delays: reached.map(({ after }) => after), actor }
}

const inputOf = (stroke: Stroke, timeStamp: number, extras: Partial<ScanInput> = {}): ScanInput => ({
  ...{ metaKey: false, altKey: false, repeat: false, isComposing: false, keyCode: 0, timeStamp },
  ...stroke,
  ...extras,
})

const scan = (digits: string, gap: number, options?: ScannerOptions): Press[] =>
  scanStrokes(digits, options).map((stroke) => ({ stroke, gap }))

const places = (presses: readonly Press[], from = 0) => presses.map((_, at) => from + at)

const layouts: readonly LayoutName[] = ['QWERTY', 'AZERTY', 'QWERTZ', 'Russian']

const code = fc
  .record({
    kind: fc.constantFrom(...(Object.keys(scanKinds) as ScanKind[])),
    number: fc.integer({ min: 0, max: 99_999_999 }),
  })
  .map(encodeScan)

const digitStrings = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: MIN_DIGITS, maxLength: 20 })
  .map((digits) => digits.join(''))

const scanners: fc.Arbitrary<ScannerOptions> = fc.record({
  layout: fc.constantFrom(...layouts),
  shift: fc.boolean(),
  block: fc.constantFrom('row', 'numpad'),
  end: fc.constantFrom('Enter', 'NumpadEnter', 'Tab'),
})

/** Any key of any layout, including those that end scans. */
const personStroke = fc.constantFrom(
  ...layouts.flatMap(everyStroke),
  ...layouts.flatMap((layout) => scanStrokes('0123456789', { layout })),
  ...scanStrokes('0123456789', { block: 'numpad', end: 'Tab' }),
)

/** Human timing: 60 ms and more on average, sometimes two keys nearly at once. */
const personGaps = (count: number): fc.Arbitrary<number[]> =>
  fc
    .array(
      fc.oneof(
        fc.tuple(fc.integer({ min: 60, max: 400 })),
        fc.integer({ min: 1, max: 20 }).map((jitter) => [60 - jitter, 60 + jitter]),
        fc.integer({ min: 1, max: 15 }).map((together) => [together, 120]),
      ),
      { minLength: count, maxLength: count },
    )
    .map((parts) => parts.flat().slice(0, count))

const person = (range: { min: number; max: number }): fc.Arbitrary<Press[]> =>
  fc
    .array(personStroke, { minLength: range.min, maxLength: range.max })
    .chain((strokes) =>
      personGaps(strokes.length).map((gaps) => strokes.map((stroke, at) => ({ stroke, gap: gaps[at]! }))),
    )

describe('a person', () => {
  test('is never a scanner, and every key arrives, in its order', () => {
    fc.assert(
      fc.property(person({ min: 1, max: 40 }), fc.boolean(), (presses, isTyping) => {
        const { scans, reached } = play(presses, { isTyping })
        expect(scans).toEqual([])
        expect(reached).toEqual(places(presses))
      }),
      { numRuns: 300 },
    )
  })

  test('waits 50 ms for a digit, and for no other key', () => {
    const digits = scan('123456', 60)
    const { delays } = play(digits)
    expect(delays.slice(0, -1).every((delay) => delay >= MAX_GAP_MS && delay <= MAX_GAP_MS + 2)).toBe(true)
    const letters = everyStroke('QWERTY').filter(({ code }) => code.startsWith('Key'))
    expect(new Set(play(letters.map((stroke) => ({ stroke, gap: 5 }))).delays)).toEqual(new Set([0]))
  })

  test('may be late for a busy page: the keys are what they were when they were pressed', () => {
    fc.assert(
      fc.property(person({ min: 1, max: 25 }), lateness(25), (presses, late) => {
        const { scans, reached } = play(presses, { lateness: late })
        expect(scans).toEqual([])
        expect(reached).toEqual(places(presses))
      }),
      { numRuns: 200 },
    )
  })
})

/** A page that is busy at each of these keys. */
function lateness(count: number): fc.Arbitrary<number[]> {
  return fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 })), {
    minLength: count,
    maxLength: count,
  })
}

describe('a scanner', () => {
  test('leaks no key, on any layout, whatever is pressed before and after', () => {
    fc.assert(
      fc.property(
        ...([person({ min: 0, max: 6 }), code, scanners, person({ min: 0, max: 6 }), fc.boolean()] as const),
        fc.array(fc.integer({ min: 0, max: MAX_MEAN_GAP_MS - 1 }), { minLength: 25, maxLength: 25 }),
        (before, digits, options, after, isTyping, gaps) => {
          const keys = scanStrokes(digits, options).map((stroke, at) => ({
            stroke,
            // An earlier key would be part of the code.
            gap: at === 0 ? MAX_GAP_MS + 10 : options.shift ? Math.floor(gaps[at]! / 2) : gaps[at]!,
          }))
          // People do not press Enter within 50 ms of a scan.
          const later = after.map((press, at) =>
            at === 0 ? { ...press, gap: press.gap + MAX_GAP_MS } : press,
          )
          const { scans, reached } = play([...before, ...keys, ...later], { isTyping })
          expect(scans).toEqual([digits])
          expect(reached.filter((at) => !isShift(keys[at - before.length]))).toEqual([
            ...places(before),
            ...places(after, before.length + keys.length),
          ])
        },
      ),
      { numRuns: 300 },
    )
  })

  test('is one where no text is typed, be its digits a code of ours or not', () => {
    fc.assert(
      fc.property(digitStrings, scanners, fc.integer({ min: 0, max: 17 }), (digits, options, gap) => {
        const { scans, reached } = play(scan(digits, gap, options))
        expect(scans).toEqual([digits])
        expect(reached.filter((at) => !isShift(scan(digits, gap, options)[at]))).toEqual([])
      }),
    )
  })

  test('leaks no key to a busy page', () => {
    fc.assert(
      fc.property(code, fc.integer({ min: 0, max: 30 }), lateness(13), (digits, gap, late) => {
        const { scans, reached } = play(scan(digits, gap), { lateness: late })
        expect({ scans, reached }).toEqual({ scans: [digits], reached: [] })
      }),
    )
  })

  test('may end its code with two keys, which reach nothing either', () => {
    const digits = encodeScan({ kind: 'shippings', number: 7 })
    const [end] = scanStrokes('')
    const again = { stroke: end!, gap: 4 }
    expect(play([...scan(digits, 4), again])).toMatchObject({ scans: [digits], reached: [] })
    expect(play([...scan(digits, 4), { ...again, gap: MAX_GAP_MS + 1 }])).toMatchObject({ reached: [13] })
  })

  test('follows another at once', () => {
    const codes = [1, 2, 3].map((number) => encodeScan({ kind: 'shippings', number }))
    expect(play(codes.flatMap((digits) => scan(digits, 4)))).toMatchObject({ scans: codes, reached: [] })
  })
})

const isShift = (press: Press | undefined): boolean => press?.stroke.key === 'Shift'

describe('where codes are awaited', () => {
  const digits = encodeScan({ kind: 'shippings', number: 14_992 })

  test.each([16, 60, 120, 200])(
    'a scanner with %i ms a key is one, and its first digit chooses nothing',
    (gap) => {
      const slow = play(scan(digits, gap), { isAwaited: true })
      expect({ scans: slow.scans, reached: slow.reached }).toEqual({ scans: [digits], reached: [] })
    },
  )

  test('a digit alone arrives after its pause, and a key behind it brings it at once', () => {
    const [one] = scan('1', 0)
    expect(play([one!], { isAwaited: true })).toMatchObject({ scans: [], reached: [0] })
    const typed = play([one!, { stroke: { key: 'd', code: 'KeyD' } as Stroke, gap: 30 }], { isAwaited: true })
    expect(typed.reached).toEqual([0, 1])
    expect(Math.max(...typed.delays)).toBeLessThanOrEqual(30)
  })

  test('slow digits that are no code of ours are a person’s', () => {
    const typed = scan('070809101112', 120)
    expect(play(typed, { isAwaited: true })).toMatchObject({ scans: [], reached: places(typed) })
  })
})

describe('in a text field', () => {
  test('digits that a program types are text, and so is the key after them', () => {
    const texts = ['0708091011', '2250708091011', '212612345678', '150000', '201001234567']
    for (const text of texts) {
      const keys = scan(text, 1)
      expect(play(keys, { isTyping: true }), text).toMatchObject({ scans: [], reached: places(keys) })
    }
  })

  test('a code that was misread is no text', () => {
    const right = encodeScan({ kind: 'orders', number: 10_423 })
    const wrong = `${right.slice(0, -1)}${(Number(right.at(-1)) + 1) % 10}`
    expect(play(scan(wrong, 4), { isTyping: true })).toMatchObject({ scans: [wrong], reached: [] })
  })
})

describe('is no scan', () => {
  const digits = encodeScan({ kind: 'orders', number: 10_423 })

  test.each([
    ['fewer than six digits', scan('12345', 4)],
    ['digits that are too slow on average', scan(digits, MAX_MEAN_GAP_MS)],
    ['one gap that is too long', scan(digits, 4).map((press, at) => ({ ...press, gap: at === 7 ? 51 : 4 }))],
    ['an Enter that comes late', scan(digits, 4).map((press, at) => ({ ...press, gap: at === 12 ? 51 : 4 }))],
    ['digits without an end', scan(digits, 4).slice(0, -1)],
    [
      'digits with a letter among them',
      scan(digits, 4).map((press, at) =>
        at === 7 ? { ...press, stroke: everyStroke('QWERTY')[14]! } : press,
      ),
    ],
  ])('%s', (_, presses) => {
    expect(play(presses)).toMatchObject({ scans: [], reached: places(presses) })
  })

  test.each<[string, Partial<ScanInput>]>([
    ['with Control', { ctrlKey: true }],
    ['with Alt', { altKey: true }],
    ['with Meta', { metaKey: true }],
    ['with AltGr', { getModifierState: (name) => name === 'AltGraph' }],
    ['that repeats', { repeat: true }],
    ['of a composition', { isComposing: true }],
    ['of an input method', { keyCode: 229 }],
  ])('a digit %s', (_, extras) => {
    const [stroke] = scanStrokes('1')
    expect(readScanKey(inputOf(stroke!, 0, extras), false)).toEqual({ kind: 'other' })
  })
})

describe('the machine', () => {
  const digit: ScanKey = { kind: 'digit', digit: '1', at: 1, isTyping: false }

  test('lets go of what it holds when the window loses the focus or a pointer goes down', () => {
    const clock = new SimulatedClock()
    const actor = createActor(scanMachine, { clock }).start()
    let released = 0
    actor.on('keys.released', () => released++)
    actor.send({ type: 'burst.dropped' })
    actor.send({ type: 'key.pressed', key: digit })
    actor.send({ type: 'burst.dropped' })
    expect({ released, burst: actor.getSnapshot().context.burst }).toEqual({ released: 1, burst: null })
  })

  test('reaches every state', () => {
    const events: (ScanEvent | { type: `xstate.after.${string}` })[] = [
      { type: 'key.pressed', key: digit },
      { type: 'key.pressed', key: { kind: 'other' } },
      { type: 'xstate.after.gap.scan.holding.waiting' },
    ]
    expect(unreachedStates(scanMachine, events)).toEqual([])
  })
})

describe('the kind of barcode before a code', () => {
  const strokesOf = (prefix: string): Stroke[] =>
    [...prefix].map((sign) => ({
      key: sign,
      code: sign === ']' ? 'BracketRight' : /\d/.test(sign) ? `Digit${sign}` : `Key${sign.toUpperCase()}`,
      shiftKey: /[A-Z]/.test(sign),
      ctrlKey: false,
    }))
  const digits = encodeScan({ kind: 'shippings', number: 70_771 })

  test.each([']C1', ']C0', ']Q1', ']d2', ']e0', ']A0'])(
    '%s reaches nothing, and the code is scanned',
    (prefix) => {
      for (const isTyping of [false, true]) {
        const presses = [...strokesOf(prefix).map((stroke) => ({ stroke, gap: 5 })), ...scan(digits, 5)]
        expect(play(presses, { isTyping })).toMatchObject({ scans: [digits], reached: [] })
      }
    },
  )

  test('is a person’s where no code follows', () => {
    for (const typed of [']', ']C', ']C1', ']5', ']ab', ']C1x']) {
      const presses = strokesOf(typed).map((stroke) => ({ stroke, gap: 5 }))
      expect(play(presses)).toMatchObject({ scans: [], reached: places(presses) })
    }
  })
})
