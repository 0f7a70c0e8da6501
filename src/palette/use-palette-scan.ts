import type { PaletteFrame } from '../../machines/palette/palette-types.ts'
import { useScanTarget } from '../keyboard/scan-targets.tsx'
import { argumentOf, recordAnswer } from './results/argument-page.ts'
import type { PaletteItem } from './results/palette-item.ts'
import type { PaletteProps, PaletteView } from './results/palette-view.ts'

type PaletteScan = Pick<PaletteProps, 'actor' | 'registry'> & {
  frame: PaletteFrame
  view: PaletteView
  highlighted: PaletteItem | undefined
  choose: (item: PaletteItem) => void
}

/**
 * A record that is scanned while the palette is open: the answer where a record is asked for, else the one to act on, by the
 * command whose name is in the field.
 */
export const usePaletteScan = ({ actor, registry, frame, view, highlighted, choose }: PaletteScan): void => {
  const { page, query } = frame
  const command = page.kind === 'argument' ? registry.get(page.invocation.command) : undefined
  const argument = page.kind === 'argument' && command ? argumentOf(command, page.name) : null
  useScanTarget({
    isFocused: () => true,
    take: (hit) => {
      if (argument?.kind === 'record') {
        if (argument.resource !== hit.resource) return false
        choose(recordAnswer(argument, hit, view.t))
        return true
      }
      const { resource, id, title } = hit
      const isNamed = page.kind === 'root' && highlighted?.act.kind === 'invoke'
      // The one that was scanned before it is not stepped back to.
      if (page.kind === 'record') actor.send({ type: 'page.back' })
      actor.send({ type: 'page.push', page: { kind: 'record', record: { resource, id }, title } })
      if (isNamed) actor.send({ type: 'query.type', query })
      return true
    },
  })
}
