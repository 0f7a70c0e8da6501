import type { Page } from '@playwright/test'

type Fiber = {
  readonly flags: number
  readonly alternate: Fiber | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly memoizedProps: Record<string, unknown> | null
}

type Recorder = { rowRenders: number[]; optionRenders: (number | 'key')[] }

/**
 * Records which list rows React renders from the next page load on, by the React DevTools hook, which reports every
 * commit also in a production build. Returns the rows and resets the record.
 */
export const countRowRenders = async (page: Page): Promise<() => Promise<number[]>> => {
  await page.addInitScript(watchCommits)
  await page.reload()
  return () => page.evaluate(() => (window as unknown as Recorder).rowRenders.splice(0))
}

/**
 * Counts, from the next page load on, how many palette rows each React commit rendered. Returns the counts since the last
 * key that rendered any, the key's own first, and resets them: deferred renders of an earlier key do not count.
 */
export const countOptionRenders = async (page: Page): Promise<() => Promise<number[]>> => {
  await page.addInitScript(watchCommits)
  await page.reload()
  return () =>
    page.evaluate(() => {
      const commits = (window as unknown as Recorder).optionRenders.splice(0)
      return commits.slice(commits.lastIndexOf('key') + 1) as number[]
    })
}

/** Runs in the page: no imports. Flag 1 marks a component that rendered; a skipped subtree keeps its child. */
function watchCommits(): void {
  const rowRenders: number[] = []
  const optionRenders: (number | 'key')[] = []
  window.addEventListener('keydown', () => void optionRenders.push('key'), { capture: true })
  const isOption = ({ memoizedProps, child }: Fiber) => {
    const item = memoizedProps?.item as { id: string } | undefined
    return item !== undefined && child?.memoizedProps?.value === item.id
  }
  const rowOf = ({ memoizedProps, child }: Fiber) => {
    const index = child?.memoizedProps?.role === 'row' ? child.memoizedProps['data-index'] : undefined
    const isRow = memoizedProps !== null && 'row' in memoizedProps && memoizedProps.role === undefined
    return isRow && typeof index === 'number' ? index : null
  }
  const hook = {
    supportsFiber: true,
    isDisabled: false,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_: number, root: { current: Fiber }) => {
      let options = 0
      const waiting: (Fiber | null)[] = [root.current]
      while (waiting.length > 0) {
        const fiber = waiting.pop()
        if (!fiber) continue
        waiting.push(fiber.sibling)
        const isNew = fiber.alternate === null
        if (isNew || (fiber.flags & 1) !== 0) {
          if (isOption(fiber)) options += 1
          const row = rowOf(fiber)
          if (row !== null) rowRenders.push(row)
        }
        if (isNew || fiber.child !== fiber.alternate?.child) waiting.push(fiber.child)
      }
      if (options > 0) optionRenders.push(options)
    },
  }
  Object.assign(window, { rowRenders, optionRenders, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
}
