import type { CDPSession, Page } from '@playwright/test'
import type { Stroke } from '../../../support/keyboards.ts'

type StrokeOptions = {
  /** The key is held down: an auto-repeat event. */
  isRepeat?: boolean
  /** 229 is what an input method sends. */
  keyCode?: number
  /** Seconds since 1970 at which the key was pressed; now where it is left out. */ at?: number
}

/** Simulates a keyboard of any layout: sends trusted events with the layout's key, code and key code. */
export const plugIn = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const press = async (stroke: Stroke, options: StrokeOptions = {}) => {
    await Promise.all([send(session, 'down', stroke, options), send(session, 'up', stroke, options)])
  }
  return {
    press,
    /** One after the other, without waiting for the page to handle each. */
    type: async (strokes: readonly Stroke[]) => {
      await Promise.all(strokes.map((stroke) => press(stroke)))
    },
    /** Like a barcode scanner: a key every few milliseconds by event timestamps, however late the page handles them. */
    scan: async (strokes: readonly Stroke[]) => {
      const start = Date.now() - strokes.length * SCANNER_GAP_MS
      const timeOf = (place: number) => (start + place * SCANNER_GAP_MS) / 1_000
      await Promise.all(strokes.map((stroke, place) => press(stroke, { at: timeOf(place) })))
    },
    /** Rollover typing: each key goes down before the previous one is up. Returns the duration in ms. */
    roll: async (strokes: readonly Stroke[]): Promise<number> => {
      const since = Date.now()
      const sent = strokes.flatMap((stroke, index) => {
        const last = strokes[index - 1]
        const up = last === undefined ? [] : [send(session, 'up', last, {})]
        // The same key cannot go down twice.
        if (last?.code === stroke.code) return [...up, send(session, 'down', stroke, {})]
        return [send(session, 'down', stroke, {}), ...up]
      })
      await Promise.all(sent)
      return Date.now() - since
    },
    /** Key down, `repeats` auto-repeat events, key up. */
    hold: async (stroke: Stroke, repeats: number) => {
      const again = Array.from({ length: repeats }, () => ({ isRepeat: true }))
      await Promise.all([
        send(session, 'down', stroke, {}),
        ...again.map((options) => send(session, 'down', stroke, options)),
        send(session, 'up', stroke, {}),
      ])
    },
    /** An input method's composition steps, then the committed word. */
    compose: async (steps: readonly string[], word: string) => {
      for (const text of steps) {
        await session.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        })
      }
      await session.send('Input.insertText', { text: word })
    },
  }
}

const send = (session: CDPSession, direction: 'down' | 'up', stroke: Stroke, options: StrokeOptions) => {
  const { key, code, shiftKey, ctrlKey, altKey = false } = stroke
  const isText = ([...key].length === 1 || key === 'Enter') && !ctrlKey && options.keyCode === undefined
  const text = key === 'Enter' ? '\r' : key
  return session.send('Input.dispatchKeyEvent', {
    type: direction === 'up' ? 'keyUp' : isText ? 'keyDown' : 'rawKeyDown',
    key,
    code,
    modifiers: (altKey ? 1 : 0) + (ctrlKey ? 2 : 0) + (shiftKey ? 8 : 0),
    windowsVirtualKeyCode: options.keyCode ?? virtualKey(stroke),
    autoRepeat: options.isRepeat ?? false,
    ...(options.at === undefined ? {} : { timestamp: options.at }),
    ...(isText && direction === 'down' ? { text, unmodifiedText: text } : {}),
  })
}

/** Windows key code: of the Latin letter typed, else of the key's position. */
const virtualKey = ({ key, code }: Stroke): number => {
  const [, pad] = /^Numpad(\d)$/.exec(code) ?? []
  if (pad !== undefined && key === pad) return 96 + Number(pad)
  const [, place] = /^(?:Key|Digit)(.)$/.exec(code) ?? []
  if (/^[a-z0-9]$/i.test(key)) return key.toUpperCase().charCodeAt(0)
  if (place !== undefined) return place.charCodeAt(0)
  const [, functionKey] = /^F(\d+)$/.exec(code) ?? []
  if (functionKey !== undefined) return 111 + Number(functionKey)
  return virtualKeys[code] ?? 0
}

const virtualKeys: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  NumpadEnter: 13,
  ShiftLeft: 16,
  Escape: 27,
  Space: 32,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Delete: 46,
  ContextMenu: 93,
  Semicolon: 186,
  Equal: 187,
  Comma: 188,
  Minus: 189,
  Period: 190,
  Slash: 191,
  Backquote: 192,
  BracketLeft: 219,
  Backslash: 220,
  BracketRight: 221,
  Quote: 222,
}

/** Milliseconds between a scanner's keys. */
const SCANNER_GAP_MS = 8
