import { useSelector } from '@xstate/react'
import { PalettePage } from './palette-page.tsx'
import type { PaletteProps } from './palette-props.ts'
import { usePaletteView } from './use-palette-view.ts'

/** What no key changes stands here, what each key does in the page. */
export const PaletteBody = (props: PaletteProps) => {
  const scope = useSelector(props.actor, ({ context }) => context.frames.at(-1)?.scope ?? null)
  return <PalettePage {...props} {...usePaletteView({ ...props, scope })} />
}
