import type { Page } from '@playwright/test'

type Fiber = {
  readonly flags: number
  readonly alternate: Fiber | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly memoizedProps: Record<string, unknown> | null
}

/**
 * Counts, from the next page load on, how many palette rows each React commit rendered, by the
 * React DevTools hook. Returns the counts since the last key that rendered any, the key's own first, and
 * resets them: deferred renders of an earlier key do not count.
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

/** Runs in the page: no imports. Flag 1 marks a component that rendered; a skipped subtree keeps its child. */
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
