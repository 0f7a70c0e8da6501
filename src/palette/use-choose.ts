import type { ChangeReport } from '../../domain/changes.ts'
import type { PaletteFrame } from '../../machines/palette/palette-types.ts'
import type { CommandPorts } from '../commands/command-ports.ts'
import type { PaletteProps } from './palette-view.ts'
import { asksAfter, previewsAfter } from './results/command-item.ts'
import { openRecord, type PaletteItem } from './results/palette-item.ts'

type Choosing = Pick<PaletteProps, 'actor' | 'registry' | 'recents'> & {
  frame: PaletteFrame
  ports: Pick<CommandPorts, 'notify'>
  /** The dry run that is shown for an item, if any. */
  foretold: (item: PaletteItem) => ChangeReport | null
}

/** What choosing a row does. A refused one does nothing. */
export const useChoose =
  ({ actor, registry, recents, frame, ports, foretold }: Choosing) =>
  (item: PaletteItem): void => {
    if (item.refusal) return
    const { act } = item
    switch (act.kind) {
      case 'answer': {
        if (frame.page.kind !== 'argument') return
        const { invocation } = frame.page
        const command = registry.get(invocation.command)
        const asks = command && asksAfter(command, invocation, act.value)
        const previews = command && previewsAfter(command, invocation, act.value)
        const of = frame.page.name
        actor.send({ type: 'argument.give', value: act.value, word: item.title, of, asks, previews })
        return
      }
      case 'page':
        actor.send({ type: 'page.push', page: act.page })
        return
      case 'copy':
        actor.send({ type: 'palette.close' })
        void copy(act.text, ports)
        return
      case 'type':
        actor.send({ type: 'query.type', query: act.text })
        return
      case 'open': {
        recents.use(item.id, act.hit)
        const record = { resource: act.hit.resource, id: act.hit.id }
        const args = { number: String(act.hit.number) }
        const invocation = { command: openRecord, args, words: [], record, asks: [], previews: false }
        actor.send({ type: 'command.choose', invocation })
        return
      }
      case 'invoke': {
        const seen = foretold(item)
        if (seen?.counts.changed === 0) return
        recents.use(act.recent)
        actor.send({ type: 'command.choose', invocation: act.invocation, preview: seen })
      }
    }
  }

/** Notifies also of the failure, where the page may not write to the clipboard. */
async function copy(text: string, { notify }: Pick<CommandPorts, 'notify'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify({ tone: 'success', titleKey: 'palette:calculation.copied', values: { result: text } })
  } catch {
    notify({ tone: 'warning', titleKey: 'palette:calculation.notCopied' })
  }
}
