import { createContext, use } from 'react'
import type { Analytics, Figure } from '../../../domain/analytics/analytics.ts'
import type { FigureName } from '../../../domain/analytics/figures.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { FigureWords } from './figure-words.ts'

/** What every part of the dashboard reads: the figures, their words, and where each leads. */
export type Board = {
  data: Analytics
  words: FigureWords
  figure: (name: FigureName) => Figure
  /** The list that a figure counts; null for those who may not open it. */
  figureLink: (figure: Figure) => string | null
  /** The orders of the period, narrowed further. */
  ordersLink: (where: Where) => string | null
  /** The orders of one day, narrowed further. */
  dayLink: (day: string, where?: Where) => string | null
  asTables: boolean
}

export const BoardContext = createContext<Board | null>(null)

export const useBoard = (): Board => {
  const board = use(BoardContext)
  if (board === null) throw new Error('useBoard needs a BoardContext above it')
  return board
}
