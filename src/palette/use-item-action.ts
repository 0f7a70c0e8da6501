import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { codeOf } from '../../machines/failure.ts'
import { answered, type Invocation, type PaletteFrame } from '../../machines/palette/palette-types.ts'
import { queryKeys } from '../api/query-client.ts'
import type { CommandContext } from '../commands/command.ts'
import type { CommandPorts } from '../commands/command-ports.ts'
import type { Registry } from '../commands/create-registry.ts'
import { pause } from './ranking/record-search.ts'
import { argumentOf } from './results/argument-page.ts'
import { asksAfter, previewsAfter } from './results/command-item.ts'
import { openRecordCommand, type PaletteItem } from './results/palette-item.ts'
import type { PaletteProps } from './results/palette-view.ts'

/** `report` is null while loading; `failed`: its error code. Null without a dry run. */
export type InlinePreview = { report: ChangeReport | null; failed: string | null } | null

/** Delay before the dry run of a highlighted row. */
const REST_MS = 150

/** Dry run of the highlighted row, made once while the palette is open. */
export function useInlinePreview(
  invocation: Invocation | null,
  preview: PaletteProps['preview'],
): InlinePreview {
  const { data = null, error } = useQuery({
    queryKey: queryKeys.dryRun(invocation),
    queryFn:
      invocation === null
        ? skipToken
        : async ({ signal }) => {
            await pause(REST_MS, signal)
            return preview(invocation, signal)
          },
  })
  const isNone = invocation === null
  return useMemo(
    () => (isNone ? null : { report: data, failed: error && codeOf(error) }),
    [isNone, data, error],
  )
}

/**
 * The command of a row, or the one that a choice completes. Free text has no inline dry run: each pause would request one.
 */
export const dryRunOf = (
  { act, refusal }: PaletteItem,
  { page }: PaletteFrame,
  registry: Registry,
): Invocation | null => {
  if (refusal) return null
  if (act.kind === 'invoke') {
    return act.hasDryRun && act.invocation.asks.length === 0 ? act.invocation : null
  }
  if (act.kind !== 'answer' || page.kind !== 'argument' || !page.invocation.previews) return null
  const { invocation, name } = page
  const command = registry.get(invocation.command)
  const isChoice = command !== undefined && argumentOf(command, name)?.kind === 'choice'
  if (!isChoice || asksAfter(command, invocation, act.value).length > 0) return null
  return answered(invocation, { value: act.value, word: '', asks: [] })
}

type Choosing = Pick<PaletteProps, 'actor' | 'registry' | 'recents'> & {
  frame: PaletteFrame
  context: CommandContext
  /** The dry run shown for an item, if any. */
  shownReport: (item: PaletteItem) => ChangeReport | null
}

/** Runs a row; refused ones do nothing. */
export const useChoose =
  ({ actor, registry, recents, frame, context, shownReport }: Choosing) =>
  (item: PaletteItem): void => {
    if (item.refusal) return
    const { act } = item
    switch (act.kind) {
      case 'answer': {
        if (frame.page.kind !== 'argument') return
        const { invocation } = frame.page
        const command = registry.get(invocation.command)
        const asks = command && asksAfter(command, invocation, act.value)
        const previews = command && previewsAfter(command, invocation, act.value, context)
        const of = frame.page.name
        const preview = previews && asks?.length === 0 ? shownReport(item) : null
        actor.send({ type: 'argument.give', value: act.value, word: item.title, of, asks, previews, preview })
        return
      }
      case 'page':
        actor.send({ type: 'page.push', page: act.page })
        return
      case 'copy':
        actor.send({ type: 'palette.close' })
        void copy(act.text, context.ports)
        return
      case 'type':
        actor.send({ type: 'query.type', query: act.text })
        return
      case 'widen':
        actor.send({ type: 'scope.set', scope: null, query: act.text })
        return
      case 'open': {
        recents.use(item.id, act.hit)
        const record = { resource: act.hit.resource, id: act.hit.id }
        const args = { number: String(act.hit.number) }
        const invocation = { command: openRecordCommand, args, words: [], record, asks: [], previews: false }
        actor.send({ type: 'command.choose', invocation })
        return
      }
      case 'invoke': {
        const report = shownReport(item)
        if (report?.counts.changed === 0) return
        recents.use(act.recent)
        actor.send({ type: 'command.choose', invocation: act.invocation, preview: report })
      }
    }
  }

/** Also notifies if the clipboard is blocked. */
async function copy(text: string, { notify }: Pick<CommandPorts, 'notify'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify({ tone: 'success', titleKey: 'palette:calculation.copied', values: { result: text } })
  } catch {
    notify({ tone: 'warning', titleKey: 'palette:calculation.notCopied' })
  }
}
