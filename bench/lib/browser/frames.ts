import { benchRowHeight } from '../data/orders.ts'

/** What a page saw of its own frames between `startFrames` and `stopFrames`. */
export type FramesSeen = {
  /** Sixtieths of a second from the first frame to the last in which no frame was given to the page. */
  readonly missed: number
  /** Painted frames in which a row of the view had no words; only where they were looked at. */
  readonly blank: number
}

let times: number[] = []
let blank = 0
let isCounting = false

/** Looking at what each frame shows costs time of the page, so it is done in runs whose frames nobody counts. */
export const startFrames = (looksAtRows: boolean): void => {
  times = []
  blank = 0
  isCounting = true
  requestAnimationFrame(function count(time) {
    times.push(time)
    if (looksAtRows)
      afterPaint(() => {
        if (!isViewDrawn()) blank += 1
      })
    if (isCounting) requestAnimationFrame(count)
  })
}

/** Goes on to the first frame in which every row of the view is drawn: what is late is missed as well. */
export const stopFrames = (): Promise<FramesSeen> =>
  new Promise((resolve) => {
    requestAnimationFrame(function look(time) {
      if (!isViewDrawn()) {
        requestAnimationFrame(look)
        return
      }
      isCounting = false
      const took = ((time - (times[0] ?? time)) * 60) / 1000
      resolve({ missed: Math.max(0, Math.round(took) - (times.length - 1)), blank })
    })
  })

/** However the rows lie, at least so many of them are half in view. */
const isViewDrawn = (): boolean => {
  const rows = window.list.inView().filter(({ text }) => text.trim() !== '')
  return rows.length >= Math.floor((innerHeight - highestHeader) / benchRowHeight)
}

const highestHeader = 41

/** Called in a frame, before it is drawn: a message posted there comes when it is. */
export const afterPaint = (then: () => void): void => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    then()
  }
  port2.postMessage(null)
}
