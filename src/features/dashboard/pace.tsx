import { useTranslation } from 'react-i18next'
import type { FigureName } from '../../../domain/analytics/figures.ts'
import { useBoard } from './board.ts'
import { ChangeNote } from './change-note.tsx'
import { FigureLink } from './figure-link.tsx'
import { FigureValue } from './figure-value.tsx'
import { Panel } from './panel.tsx'

const pace = [
  'timeToConfirm',
  'timeToDeliver',
  'averageCalls',
  'averageAttempts',
  'finalDeliveryRate',
  'returnRate',
] as const satisfies readonly FigureName[]

/** How long it took and how many tries. */
export const Pace = ({ className }: { className?: string }) => {
  const { t } = useTranslation('dashboard')
  const { figure: figureOf, figureLink } = useBoard()
  return (
    <Panel title={t('sections.pace')} className={className}>
      <ul className="-mx-2 grid grid-cols-2 gap-y-1 md:grid-cols-3 xl:grid-cols-6">
        {pace.map((name) => {
          const figure = figureOf(name)
          return (
            <li key={name}>
              <FigureLink
                to={figureLink(figure)}
                className="flex h-full flex-col gap-0.5 rounded-md px-2 py-1.5"
              >
                <span className="text-sm text-ink-muted">{t(`figures.${name}`)}</span>
                <span className="flex flex-col gap-0.5">
                  <FigureValue figure={figure} className="text-lg font-semibold" />
                  <ChangeNote figure={figure} />
                </span>
              </FigureLink>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
