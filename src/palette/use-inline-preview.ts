import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChangeReport } from '../../domain/changes.ts'
import { codeOf } from '../../machines/failure.ts'
import type { Invocation } from '../../machines/palette/palette-types.ts'
import type { PaletteItem } from './results/palette-item.ts'

export type Preview = (invocation: Invocation, signal: AbortSignal) => Promise<ChangeReport>

/** `report` is null while loading, `failed` is the code of its error; null without a dry run. */
export type InlinePreview = { report: ChangeReport | null; failed: string | null } | null

/** One object, so that loading does not render again. */
const loading: InlinePreview = { report: null, failed: null }

/** Moving through the list requests nothing; stopping at a row shows its dry run before Enter. */
const REST_MS = 150

/** The dry run of the highlighted command, before Enter. Requested once for each item while the palette is open. */
export function useInlinePreview(item: PaletteItem | undefined, preview: Preview): InlinePreview {
  const known = useRef(new Map<string, ChangeReport>())
  const [state, setState] = useState<{ id: string; preview: InlinePreview }>({ id: '', preview: null })
  const invocation = item && !item.refusal ? foretellable(item) : null
  const id = invocation === null ? '' : (item?.id ?? '')
  const ask = useEffectEvent(preview)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an item's id stands for its invocation.
  useEffect(() => {
    if (invocation === null) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const report = known.current.get(id) ?? (await ask(invocation, controller.signal))
        known.current.set(id, report)
        if (!controller.signal.aborted) setState({ id, preview: { report, failed: null } })
      } catch (error) {
        if (!controller.signal.aborted) setState({ id, preview: { report: null, failed: codeOf(error) } })
      }
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [id])

  if (invocation === null) return null
  return state.id === id ? state.preview : loading
}

const foretellable = ({ act }: PaletteItem): Invocation | null =>
  act.kind === 'invoke' && act.foretells && act.invocation.asks.length === 0 ? act.invocation : null
