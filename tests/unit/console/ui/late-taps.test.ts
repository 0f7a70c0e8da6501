import { expect, test } from 'vitest'
import { createLateTaps } from '../../../../src/ui/overlay/late-taps.ts'

type Given = { at: number; x?: number; pointerType?: string; detail?: number }

/** Reports for each pressed point whether what is below got its press and click. */
const openScreen = () => {
  const listeners: Record<string, ((event: object) => void)[]> = {}
  let time = 0
  const taps = createLateTaps(
    {
      addEventListener: (type: string, listener: (event: object) => void) => {
        listeners[type] = [...(listeners[type] ?? []), listener]
      },
    } as unknown as Window,
    () => time,
  )
  const send = (type: string, { at, x = 100, pointerType = 'touch', detail = 1 }: Given): boolean => {
    let arrives = true
    time = at
    const stop = () => {
      arrives = false
    }
    const event = { type, timeStamp: at, clientX: x, clientY: 500, pointerType, detail }
    for (const listener of listeners[type] ?? [])
      listener({ ...event, preventDefault: () => undefined, stopImmediatePropagation: stop })
    return arrives
  }
  return {
    tap: (given: Given) => [send('pointerdown', given), send('click', given)],
    click: (given: Given) => send('click', given),
    open: taps.layerOpened,
    close: taps.layerClosed,
  }
}

test('the second tap of a double tap that closed a sheet presses nothing below', () => {
  const { tap, close } = openScreen()
  expect(tap({ at: 1_000 })).toEqual([true, true])
  close()
  expect(tap({ at: 1_200, x: 110 })).toEqual([false, false])
  expect(tap({ at: 1_390 })).toEqual([false, false])
  expect(tap({ at: 1_401 })).toEqual([true, true])
})

test('a tap elsewhere opens a sheet that a tap at the place of the first one closes', () => {
  const { tap, close, open } = openScreen()
  tap({ at: 1_000 })
  close()
  expect(tap({ at: 1_150, x: 200 })).toEqual([true, true])
  open()
  expect(tap({ at: 1_300 })).toEqual([true, true])
})

test('a tap elsewhere, a mouse and keys are not held back', () => {
  const { tap, click, close } = openScreen()
  tap({ at: 1_000 })
  close()
  expect(tap({ at: 1_100, x: 200 })).toEqual([true, true])
  expect(tap({ at: 1_150, pointerType: 'mouse' })).toEqual([true, true])
  tap({ at: 1_200 })
  expect(click({ at: 1_250, detail: 0 })).toBe(true)
  const back = openScreen()
  back.tap({ at: 1_000 })
  back.open()
  back.close()
  expect(back.tap({ at: 1_100 })).toEqual([true, true])
  const desk = openScreen()
  desk.tap({ at: 1_000, pointerType: 'mouse' })
  desk.close()
  expect(desk.tap({ at: 1_100 })).toEqual([true, true])
})
