import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChangeReport } from '../../domain/changes.ts'
import { codeOf } from '../../machines/failure.ts'
import type { Invocation } from '../../machines/palette/palette-types.ts'
import type { PaletteItem } from './results/palette-item.ts'

export type Preview = (invocation: Invocation, signal: AbortSignal) => Promise<ChangeReport>

/** `report` is null while it is on its way, `failed` the code where it never comes; the whole is null where there is nothing to foretell. */
export type InlinePreview = { report: ChangeReport | null; failed: string | null } | null

/** The same as long as it takes: nothing is rendered for it again. */
const onItsWay: InlinePreview = { report: null, failed: null }

/** Long enough that walking through the list asks nothing, short enough to be there before one decides. */
const rest = 150

/** The dry run of the highlighted command, before Enter. Asked once an item while the palette is open. */
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
    }, rest)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [id])

  if (invocation === null) return null
  return state.id === id ? state.preview : onItsWay
}

const foretellable = ({ act }: PaletteItem): Invocation | null =>
  act.kind === 'invoke' && act.foretells && act.invocation.asks.length === 0 ? act.invocation : null
