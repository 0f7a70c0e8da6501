import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Label, LabelPrint } from '../../../domain/labels/label.ts'
import { codeOf } from '../../../machines/failure.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { printSheets } from '../print/print-page.tsx'

type Options = {
  /** Everything to print is rendered. */
  isReady: boolean
  /** Whether prints of the current sheet are counted. */
  isCounted: boolean
}

/**
 * Prints the sheets and counts the labels as printed. Counting precedes the dialog, so that reprint marks are right even after
 * prints by other users; prints from the browser's menu are counted in `beforeprint`. `printed`: reprint marks by parcel that
 * replace those loaded.
 */
export const usePrintLabels = (labels: readonly Label[] | null, { isReady, isCounted }: Options) => {
  const { api, ports } = useWorkspace()
  const [printed, setPrinted] = useState(noMarks)
  const [isAsked, setAsked] = useState(false)
  /** Counts of the print started by our button. */
  const own = useRef<readonly LabelPrint[] | null>(null)

  const count = useCallback(async (): Promise<readonly LabelPrint[]> => {
    const ids = labels?.map(({ id }) => id) ?? []
    const { items } = await api.shippings.countLabelPrints({ ids }, { idempotencyKey: newIdempotencyKey() })
    return items
  }, [api, labels])

  const refuse = useCallback(
    (error: unknown) => ports.notify({ tone: 'danger', titleKey: 'labels:notCounted', code: codeOf(error) }),
    [ports],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: labels that are read anew have their marks with them.
  useEffect(() => {
    if (own.current === null) setPrinted(noMarks)
  }, [labels])

  useEffect(() => {
    const begin = () => {
      if (own.current !== null || !isCounted || labels === null) return
      count().then((items) => setPrinted(marksAfter(items)), refuse)
    }
    const end = () => {
      const items = own.current
      own.current = null
      if (items !== null && items.length > 0) setPrinted(marksAfter(items))
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [count, refuse, isCounted, labels])

  useEffect(() => {
    if (!isAsked || !isReady) return
    setAsked(false)
    const open = async () => {
      const items = isCounted ? await count() : []
      own.current = items
      flushSync(() => setPrinted(marksBefore(items)))
      await printSheets()
    }
    open().catch((error: unknown) => {
      own.current = null
      refuse(error)
    })
  }, [isAsked, isReady, isCounted, count, refuse])

  return { printed, print: useCallback(() => setAsked(true), []) }
}

const noMarks: ReadonlyMap<string, number> = new Map()

/** The counts include the print about to start. */
const marksBefore = (items: readonly LabelPrint[]) =>
  new Map(items.map(({ id, prints }) => [id, prints - 1] as const))

const marksAfter = (items: readonly LabelPrint[]) =>
  new Map(items.map(({ id, prints }) => [id, prints] as const))
