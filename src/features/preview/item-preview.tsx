import type { ReactNode } from 'react'
import { keywordsKey } from '../../commands/run-command.ts'
import type { PaletteView } from '../../palette/palette-view.ts'
import type { PaletteItem } from '../../palette/results/palette-item.ts'
import { Keycap } from '../../ui/keys/keycap.tsx'
import { PreviewHeader } from './preview-header.tsx'

/** A command that acts on nothing in view: its name whole, its keys, what else it is found by, and why it cannot be run. */
export const ItemPreview = ({ item, view }: { item: PaletteItem; view: PaletteView }) => {
  const { t, registry } = view
  const command = item.act.kind === 'invoke' ? registry.get(item.act.invocation.command) : undefined
  const keys = registry.bindings.filter((binding) => binding.command === command?.id)
  const given = item.act.kind === 'invoke' ? item.act.invocation.args : {}
  const asks = (command?.args ?? [])
    .filter(({ name }) => given[name] === undefined)
    .map(({ name }) => t(`commands:${command?.id}.args.${name}`))
  return (
    <>
      <PreviewHeader icon={item.icon} above={item.detail ?? t('preview:action')} title={item.title} />
      <dl className="flex flex-col gap-3 px-4 py-3 text-sm">
        {item.refusal && <Line name={t('preview:why')}>{t(`errors:${item.refusal}`)}</Line>}
        {keys.length > 0 && (
          <Line name={t('preview:key')}>
            <span className="flex flex-wrap gap-x-3 gap-y-1">
              {[...new Set(keys.map((binding) => binding.keys))].map((one) => (
                <Keycap isSubject key={one} keys={one} />
              ))}
            </span>
          </Line>
        )}
        {asks.length > 0 && <Line name={t('preview:asks')}>{asks.join(' ')}</Line>}
        {command && command.text === undefined && (
          <Line name={t('preview:words')}>{wordsOf(t(keywordsKey(command)))}</Line>
        )}
      </dl>
    </>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-col gap-0.5">
    <dt className="text-ink-muted">{name}</dt>
    <dd className="line-clamp-3">{children}</dd>
  </div>
)

const wordsOf = (keywords: string): string =>
  keywords
    .split(',')
    .map((word) => word.trim())
    .join(', ')
