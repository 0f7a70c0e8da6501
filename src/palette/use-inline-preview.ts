import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChangeReport } from '../../domain/changes.ts'
import { codeOf } from '../../machines/failure.ts'
import { answered, type Invocation, type PaletteFrame } from '../../machines/palette/palette-types.ts'
import type { Registry } from '../commands/create-registry.ts'
import { argumentOf } from './args/argument-page.ts'
import type { PaletteProps } from './palette-view.ts'
import { asksAfter } from './results/command-item.ts'
import type { PaletteItem } from './results/palette-item.ts'

/** `report` is null while loading, `failed` is the code of its error; null without a dry run. */
export type InlinePreview = { report: ChangeReport | null; failed: string | null } | null

/** One object, so that loading does not render again. */
const loading: InlinePreview = { report: null, failed: null }

/** Moving through the list requests nothing; stopping at a row shows its dry run before Enter. */
const REST_MS = 150

/** What a row would do, with the key under which its dry run is stored. */
type Foretellable = { id: string; invocation: Invocation }

/** The dry run of the highlighted row, before Enter. Requested once for each row while the palette is open. */
export function useInlinePreview(
  foretellable: Foretellable | null,
  preview: PaletteProps['preview'],
): InlinePreview {
  const known = useRef(new Map<string, ChangeReport>())
  const [state, setState] = useState<{ id: string; preview: InlinePreview }>({ id: '', preview: null })
  const { id, invocation } = foretellable ?? { id: '', invocation: null }
  const ask = useEffectEvent(preview)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for its invocation.
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

/**
 * The command of a row, or with a choice the command that it completes. A text is not foretold: every pause in typing would
 * ask for another dry run.
 */
export const foretellableOf = (
  { id, act, refusal }: PaletteItem,
  { page }: PaletteFrame,
  registry: Registry,
): Foretellable | null => {
  if (refusal) return null
  if (act.kind === 'invoke') {
    return act.foretells && act.invocation.asks.length === 0 ? { id, invocation: act.invocation } : null
  }
  if (act.kind !== 'answer' || page.kind !== 'argument' || !page.invocation.previews) return null
  const { invocation, name } = page
  const command = registry.get(invocation.command)
  const isChoice = command !== undefined && argumentOf(command, name)?.kind === 'choice'
  if (!isChoice || asksAfter(command, invocation, act.value).length > 0) return null
  const complete = answered(invocation, { value: act.value, word: '', asks: [] })
  return { id: `${command.id} ${JSON.stringify(complete.args)}`, invocation: complete }
}
