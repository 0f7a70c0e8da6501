import type { Page } from '@playwright/test'

/** Installs paint observers in a page. `rows` is the selector of its rows. */
export const prepareTools = async (page: Page, rows: string): Promise<void> => {
  await page.evaluate((selector) => Object.assign(window, { rows: selector }), rows)
  await page.addScriptTag({ path: new URL('key-to-paint.page.js', import.meta.url).pathname })
}

export type Tools = {
  painted: (expected: readonly string[]) => Promise<number>
  opened: () => Promise<number>
  film: () => void
  filmed: (text: string) => Promise<void>
  cut: () => string[]
}

/** Types into one page and returns when each key's result was painted, the same way for every side. */
export const createTyping = async (page: Page, rows: string) => {
  await prepareTools(page, rows)
  const expected = new Map<string, string[]>()
  const clear = async () => {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    await page.waitForTimeout(80)
  }

  return {
    clear,
    /**
     * Types slowly, to learn what every beginning of the text shows, before and after answers: twice, because what was
     * may already show an earlier answer.
     */
    learn: async (text: string, rest: number) => {
      for (let time = 0; time < 2; time++) {
        await clear()
        for (let length = 1; length <= text.length; length++) {
          const begun = text.slice(0, length)
          await page.evaluate(() => (window as unknown as Tools).film())
          await page.keyboard.press(keyOf(text[length - 1] ?? ''))
          await page.evaluate((shown) => (window as unknown as Tools).filmed(shown), begun)
          await page.waitForTimeout(rest)
          const frames = await page.evaluate(() => (window as unknown as Tools).cut())
          const isOf = (frame: string) => frame === begun || frame.startsWith(`${begun}|`)
          expected.set(begun, [...new Set([...(expected.get(begun) ?? []), ...frames.filter(isOf)])])
        }
      }
      return expected
    },
    /** Milliseconds from each key to its paint. */
    type: async (text: string): Promise<number[]> => {
      await clear()
      const took: number[] = []
      for (let length = 1; length <= text.length; length++) {
        const painted = page.evaluate(
          (texts) => (window as unknown as Tools).painted(texts),
          expected.get(text.slice(0, length)) ?? [],
        )
        // The listener is there before the key is, and keys come at any moment of a frame.
        await page.evaluate(
          (pause) => new Promise((resolve) => setTimeout(resolve, pause)),
          45 + Math.random() * 17,
        )
        await page.keyboard.press(keyOf(text[length - 1] ?? ''))
        took.push(await painted)
      }
      return took
    },
    /** How many of the keys had their result painted, at one every so many milliseconds. */
    race: async (text: string, every: number): Promise<number> => {
      await clear()
      await page.evaluate(() => (window as unknown as Tools).film())
      const began = performance.now()
      const sent: Promise<void>[] = []
      for (const [index, letter] of [...text].entries()) {
        const left = began + index * every - performance.now()
        if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
        sent.push(page.keyboard.press(keyOf(letter)))
      }
      await Promise.all(sent)
      await page.waitForTimeout(every)
      const frames = await page.evaluate(() => (window as unknown as Tools).cut())
      return [...text].filter((_, index) =>
        (expected.get(text.slice(0, index + 1)) ?? []).some((shown) => frames.includes(shown)),
      ).length
    },
  }
}

export type Typing = Awaited<ReturnType<typeof createTyping>>

const keyOf = (letter: string): string => (letter === ' ' ? 'Space' : letter)
