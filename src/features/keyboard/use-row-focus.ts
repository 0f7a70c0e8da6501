import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** One row takes the Tab stop of them all; arrows, Home and End go from row to row over the headings between them. */
export const useRowFocus = (commands: readonly string[]) => {
  const list = useRef<HTMLDivElement>(null)
  const [wanted, setActive] = useState<string | null>(null)
  const at = wanted === null ? -1 : commands.indexOf(wanted)
  const active = commands[Math.max(at, 0)] ?? null

  const focusRow = (index: number) => {
    const rows = list.current?.querySelectorAll<HTMLElement>('[role="row"]') ?? []
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const here = commands.indexOf(active ?? '')
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      PageDown: here + 10,
      PageUp: here - 10,
      Home: 0,
      End: commands.length - 1,
    }
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    focusRow(to)
  }
  // The rows take the keyboard when the screen opens, unless a dialog on it has.
  useEffect(() => {
    if ((document.activeElement ?? document.body) !== document.body) return
    list.current?.querySelector<HTMLElement>('[role="row"]')?.focus({ preventScroll: true })
  }, [])
  return { list, active, setActive, focusRow, onKeyDown }
}
