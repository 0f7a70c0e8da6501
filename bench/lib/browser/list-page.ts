import { afterPaint, startFrames, stopFrames } from './frames.ts'

/**
 * What every page of a list puts on `window.list`, ours, the floor and the peers alike, so that one line drives them
 * all. The list fills the window, has `benchColumns` and rows of `benchRowHeight`, and shows `createOrders(total)`.
 * No call waits: a line measures from the call to the frame that shows what it did (`timeToPaint`).
 */
export type ListPage = {
  /** What is there before anybody opens a list: the records, for those that must be given them all. Not measured. */
  readonly prepare: (total: number) => void
  /** Renders the list into the empty page, at once where its library can. */
  readonly mount: () => void
  /** Puts the keyboard on the first row. */
  readonly focus: () => void
  readonly selectAll: () => void
  readonly clearSelection: () => void
  /** Selects the row or gives it back. */
  readonly toggle: (index: number) => void
  /** Changes the status of the first `count` rows by the library's own update call. */
  readonly changeStatus: (count: number, status: string) => void
  /** Brings a row to the upper edge of the view by the library's own call. */
  readonly jumpTo: (index: number) => void
  /** What a wheel, a finger or a scrollbar moves. */
  readonly scroller: () => HTMLElement
  /** A row as it is drawn now, `null` while it is not; asked every frame, so it must not measure anything. */
  readonly look: (index: number) => RowLook | null
  /** The rows of which at least a half is in view, top down, as they are drawn; may measure. */
  readonly inView: () => RowInView[]
  /** Row renders since the page was opened; only where it can be counted. */
  readonly renders?: () => number
}

export type RowLook = {
  /** Of the cells, without spaces between them; empty while the row is on its way. */
  readonly text: string
  readonly isActive: boolean
  readonly isSelected: boolean
}

export type RowInView = { readonly index: number; readonly text: string }

declare global {
  interface Window {
    list: ListPage
    timeToPaint: typeof timeToPaint
    pressKey: typeof pressKey
    startFrames: typeof startFrames
    stopFrames: typeof stopFrames
    holdKey: typeof holdKey
  }
}

export const publish = (page: ListPage): void => {
  window.list = page
  window.timeToPaint = timeToPaint
  window.pressKey = pressKey
  window.startFrames = startFrames
  window.stopFrames = stopFrames
  window.holdKey = holdKey
}

/**
 * Milliseconds from the call to the end of the frame that shows its effect: style, layout and paint included. Starts
 * with a frame, so that nobody waits for the screen unless they need a second frame. What promises settle within the
 * frame is in it; timers and later frames cost what they cost.
 */
export const timeToPaint = (act: () => void, isVisible: () => boolean, patience = 30_000): Promise<number> =>
  new Promise((resolve, reject) => {
    let began = 0
    const look = async () => {
      for (let round = 0; round < promisesInFrame && !isVisible(); round++) await null
      if (isVisible()) afterPaint(() => resolve(performance.now() - began))
      else if (performance.now() - began > patience) reject(new Error('It was not painted.'))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(() => {
      began = performance.now()
      act()
      void look()
    })
  })

/** A key as the keyboard sends it while it is held. */
export const pressKey = (key: string): void => {
  const { code, keyCode } = keys[key] ?? { code: key, keyCode: 0 }
  const init = { key, code, keyCode, which: keyCode, bubbles: true, cancelable: true, composed: true }
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...init, repeat: true }))
}

/** Holds the arrow down on row `start` for so many repeats, 30 a second, and counts the active rows that frames showed. */
export const holdKey = (start: number, repeats: number): Promise<number> =>
  new Promise((resolve) => {
    const began = performance.now()
    const painted = new Set<number>()
    let sent = 0
    let framesAfter = 0
    const send = () => {
      pressKey('ArrowDown')
      sent += 1
      if (sent < repeats) setTimeout(send, began + (sent * 1_000) / 30 - performance.now())
    }
    const watch = () => {
      for (let row = start + sent; row > start && !painted.has(row); row--) {
        if (!window.list.look(row)?.isActive) continue
        painted.add(row)
        break
      }
      framesAfter += sent === repeats ? 1 : 0
      if (framesAfter > 20) resolve(painted.size)
      else requestAnimationFrame(watch)
    }
    send()
    requestAnimationFrame(watch)
  })

/** How many promises that wait for one another may settle before a frame is drawn. */
const promisesInFrame = 40

const keys: Record<string, { code: string; keyCode: number }> = {
  ArrowDown: { code: 'ArrowDown', keyCode: 40 },
  ArrowUp: { code: 'ArrowUp', keyCode: 38 },
  End: { code: 'End', keyCode: 35 },
  Home: { code: 'Home', keyCode: 36 },
  PageDown: { code: 'PageDown', keyCode: 34 },
  ' ': { code: 'Space', keyCode: 32 },
}
