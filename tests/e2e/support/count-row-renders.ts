import type { Page } from '@playwright/test'

type Fiber = {
  readonly tag: number
  readonly flags: number
  readonly alternate: Fiber | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly memoizedProps: Record<string, unknown> | null
}

/**
 * Records which list rows React renders from the next page load on, by the React DevTools hook, which reports every
 * commit also in a production build. Returns the rows and resets the record.
 */
export const countRowRenders = async (page: Page): Promise<() => Promise<number[]>> => {
  await page.addInitScript(watchCommits)
  await page.reload()
  return () => page.evaluate(() => (window as unknown as { rowRenders: number[] }).rowRenders.splice(0))
}

/** Runs in the page: no imports. Flag 1 marks a component that rendered; a skipped subtree keeps its child. */
function watchCommits(): void {
  const rendered: number[] = []
  const hook = {
    supportsFiber: true,
    isDisabled: false,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_: number, root: { current: Fiber }) => {
      const waiting: (Fiber | null)[] = [root.current]
      while (waiting.length > 0) {
        const fiber = waiting.pop()
        if (!fiber) continue
        waiting.push(fiber.sibling)
        const isNew = fiber.alternate === null
        const host = fiber.child
        const index = host?.memoizedProps?.role === 'row' ? host.memoizedProps['data-index'] : undefined
        const isComponent = typeof index === 'number' && fiber.memoizedProps?.role === undefined
        const hasWorked = isNew || (fiber.flags & 1) !== 0
        if (isComponent && hasWorked && 'row' in (fiber.memoizedProps ?? {})) rendered.push(index)
        if (isNew || fiber.child !== fiber.alternate?.child) waiting.push(fiber.child)
      }
    },
  }
  Object.assign(window, { rowRenders: rendered, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
}
