import { type PaletteFrame, recordArgument } from '../../../machines/palette/palette-types.ts'
import { commandLabel } from '../../commands/run-command.ts'
import type { StillView } from '../palette-view.ts'
import { saidOf } from './said-of.ts'

/** The record in hand; the command that asks and what it has been answered, once for all of its questions. */
export const crumbsOf = ({ page }: PaletteFrame, isLast: boolean, { t, registry }: StillView): string[] => {
  if (page.kind === 'record' || page.kind === 'customer' || page.kind === 'matching') return [page.title]
  if (page.kind !== 'argument' || !isLast) return []
  const id = page.invocation.command
  return [commandLabel(registry.get(id) ?? { id }, t), ...page.invocation.words]
}

/** What is to be typed here. */
export const questionOf = ({ page, scope }: PaletteFrame, { t, registry }: StillView): string => {
  if (page.kind === 'record' || page.kind === 'matching') return t('palette:actions', { title: page.title })
  if (page.kind === 'customer') return t('customers:placeholder', { name: page.title })
  if (page.kind === 'root') {
    return scope === null ? t('palette:placeholder') : t('palette:scoped', { scope: t(`${scope}:title`) })
  }
  const { command: id } = page.invocation
  if (page.name !== recordArgument) return t(`commands:${id}.args.${page.name}`)
  return t('palette:whichRecord', { one: t(`${registry.get(id)?.resource}:one`) })
}

/** What the field is called: on a page of its own the command and its question, which nobody would hear otherwise. */
export const fieldName = (frame: PaletteFrame, view: StillView): string => {
  if (frame.page.kind === 'root' && frame.scope === null) return view.t('palette:title')
  const crumbs = frame.page.kind === 'argument' ? crumbsOf(frame, true, view) : []
  return saidOf([...crumbs, questionOf(frame, view)], view.t)
}
