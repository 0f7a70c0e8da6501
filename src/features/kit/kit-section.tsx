import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Sections of the catalogue in order: `kit:sections.<name>`. */
export const kitSections = [
  'colours',
  'text',
  'buttons',
  'fields',
  'choices',
  'badges',
  'layers',
  'messages',
  'states',
  'keys',
  'figures',
  'table',
] as const

export type KitSectionName = (typeof kitSections)[number]

export const KitSection = ({ name, children }: { name: KitSectionName; children: ReactNode }) => {
  const { t } = useTranslation('kit')
  return (
    <section
      id={name}
      tabIndex={-1}
      aria-labelledby={`${name}-title`}
      className="scroll-mt-4 border-t border-line pt-5 pb-8 outline-none"
    >
      <h2 id={`${name}-title`} className="mb-4 text-lg font-semibold">
        {t(`kit:sections.${name}`)}
      </h2>
      {children}
    </section>
  )
}

/** Samples side by side, wrapped. */
export const KitRow = ({ children }: { children: ReactNode }) => (
  <div className="mb-4 flex flex-wrap items-center gap-3">{children}</div>
)

/** Samples in equal columns. */
export const KitGrid = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">{children}</div>
)
