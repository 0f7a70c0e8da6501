import type { ReactNode } from 'react'

type PaletteGroupProps = { id: string; heading: string | null; children: ReactNode }

/** Rows under a heading; without one they are no group, which would be announced and have no name. */
export const PaletteGroup = ({ id, heading, children }: PaletteGroupProps) =>
  heading === null ? (
    children
  ) : (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box.
    <div role="group" aria-labelledby={`palette-section-${id}`}>
      <div
        id={`palette-section-${id}`}
        aria-hidden="true"
        className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-muted"
      >
        {heading}
      </div>
      {children}
    </div>
  )
