import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * How many of a row's parts, counted from the end, must give up their content so that the row fits. Tried anew when the
 * row's width changes, and when `content` says that it holds something else; always before the next paint.
 */
export const useCollapsed = (row: RefObject<HTMLElement | null>, most: number, content: string): number => {
  const [tried, setTried] = useState({ count: 0, content })
  const count = tried.content === content ? tried.count : 0

  useLayoutEffect(() => {
    const element = row.current
    if (element === null || count >= most) return
    if (element.scrollWidth > element.clientWidth) setTried({ count: count + 1, content })
  }, [row, count, most, content])

  useLayoutEffect(() => {
    if (row.current === null) return
    let width = row.current.clientWidth
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined || entry.target.clientWidth === width) return
      width = entry.target.clientWidth
      setTried({ count: 0, content })
    })
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [row, content])

  return count
}
