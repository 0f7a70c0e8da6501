import type { Page } from '@playwright/test'

type Fiber = {
  readonly flags: number
  readonly alternate: Fiber | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly memoizedProps: Record<string, unknown> | null
}

/**
 * Notes of every commit of React, from the next load of the page on, how many of the palette's rows it rendered, by the
 * hook that React's own developer tools use. Answers those since the last key that rendered any, the key's own first, and
 * forgets them: what an earlier key left to be done late is not this one's.
 */
export const countOptionRenders = async (page: Page): Promise<() => Promise<number[]>> => {
  await page.addInitScript(watchCommits)
  await page.reload()
  return () =>
    page.evaluate(() => {
      const { optionRenders } = window as unknown as { optionRenders: (number | 'key')[] }
      const commits = optionRenders.splice(0)
      return commits.slice(commits.lastIndexOf('key') + 1) as number[]
    })
}

/** Runs in the page, so it stands alone. A component that worked carries flag 1; a part that was skipped keeps its child. */
function watchCommits(): void {
  const commits: (number | 'key')[] = []
  window.addEventListener('keydown', () => void commits.push('key'), { capture: true })
  const hook = {
    supportsFiber: true,
    isDisabled: false,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberUnmount: () => undefined,
    onCommitFiberRoot: (_: number, root: { current: Fiber }) => {
      let rendered = 0
      const waiting: (Fiber | null)[] = [root.current]
      while (waiting.length > 0) {
        const fiber = waiting.pop()
        if (!fiber) continue
        waiting.push(fiber.sibling)
        const isNew = fiber.alternate === null
        const item = fiber.memoizedProps?.item as { id: string } | undefined
        const isRow = item !== undefined && fiber.child?.memoizedProps?.value === item.id
        if (isRow && (isNew || (fiber.flags & 1) !== 0)) rendered += 1
        if (isNew || fiber.child !== fiber.alternate?.child) waiting.push(fiber.child)
      }
      if (rendered > 0) commits.push(rendered)
    },
  }
  Object.assign(window, { optionRenders: commits, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
}
