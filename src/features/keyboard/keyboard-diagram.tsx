import { useAtom } from '@xstate/store-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeyBinding } from '../../../machines/keys/key-binding.ts'
import { parseKeys, splitStep } from '../../../machines/keys/parse-keys.ts'
import { latinPlain, typingCodes } from '../../keyboard/layouts.ts'
import { useKeyboard } from '../../keyboard/use-keyboard.tsx'
import { cx } from '../../ui/cx.ts'

/** Diagram of the user's keyboard with keys in use; the list has the same information. */
export const KeyboardDiagram = ({ bindings }: { bindings: readonly KeyBinding[] }) => {
  const { t } = useTranslation('shortcuts')
  const { layout } = useKeyboard()
  const known = useAtom(layout)
  const taken = useMemo(() => usesOf(bindings), [bindings])
  return (
    <figure className="hidden shrink-0 rounded-lg border border-line bg-surface p-4 lg:block">
      <div aria-hidden="true" className="flex flex-col gap-1">
        {typingCodes.map((codes, row) => (
          <div key={codes[0]} className="flex gap-1" style={{ paddingInlineStart: `${row * 0.75}rem` }}>
            {codes.map((code) => {
              const character = known.get(code) ?? latinPlain.get(code) ?? ''
              const use = taken.get(character) ?? taken.get(latinPlain.get(code) ?? '')
              return (
                <span
                  key={code}
                  className={cx(
                    'flex size-8 flex-col items-center justify-center rounded-md border text-sm leading-none',
                    use?.alone
                      ? 'border-accent bg-accent-soft font-medium text-accent-text'
                      : 'border-line bg-raised text-ink-muted',
                  )}
                >
                  {character.toUpperCase()}
                  <span className="mt-0.5 flex h-1 gap-0.5">
                    {use?.shift && <span className="size-1 rounded-full bg-warning" />}
                    {use?.mod && <span className="size-1 rounded-full bg-info" />}
                  </span>
                </span>
              )
            })}
          </div>
        ))}
      </div>
      <figcaption className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-muted">
        {legend.map(({ use, className }) => (
          <span key={use} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={className} />
            {t(`board.${use}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

const legend = [
  { use: 'alone', className: 'size-3 rounded-sm border border-accent bg-accent-soft' },
  { use: 'shift', className: 'size-1.5 rounded-full bg-warning' },
  { use: 'mod', className: 'size-1.5 rounded-full bg-info' },
] as const

type Use = { alone?: boolean; shift?: boolean; mod?: boolean }

/** Use of each character key as the first step. */
const usesOf = (bindings: readonly KeyBinding[]): ReadonlyMap<string, Use> => {
  const uses = new Map<string, Use>()
  for (const { keys } of bindings) {
    const [first] = parseKeys(keys) ?? []
    if (first === undefined) continue
    const { held, base } = splitStep(first)
    const way = held.includes('Mod') ? 'mod' : held.includes('Shift') ? 'shift' : 'alone'
    uses.set(base, { ...uses.get(base), [way]: true })
  }
  return uses
}
