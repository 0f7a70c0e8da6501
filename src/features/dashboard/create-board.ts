import type { Actor } from '../../../domain/access/actor.ts'
import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import type { Analytics, Figure } from '../../../domain/analytics/analytics.ts'
import { localeOf } from '../../../domain/languages.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { Board } from './board.ts'
import { figureQuery, orderQuery } from './figure-query.ts'
import { figureWords } from './figure-words.ts'

type Input = { data: Analytics; viewer: Actor; language: string; seller: string | null; asTables: boolean }

/** The figures of an answer, with their words and links for whoever looks at them. */
export const createBoard = ({ data, viewer, language, seller, asTables }: Input): Board => {
  const byName = new Map<string, Figure>(data.figures.map((figure) => [figure.name, figure]))
  const mayOpen = admits('/orders/list', viewer.role)
  const ofSeller: Where = seller === null ? {} : { owner: seller }
  return {
    data,
    words: figureWords(localeOf(language), data.country),
    figure: (name) => {
      const figure = byName.get(name)
      if (figure === undefined) throw new Error(`The answer has no figure ${name}`)
      return figure
    },
    figureLink: (figure) => (mayOpen ? paths.list('orders', figureQuery(figure, data, viewer)) : null),
    ordersLink: (where) =>
      mayOpen ? paths.list('orders', orderQuery(data, { ...ofSeller, ...where })) : null,
    dayLink: (day, where = {}) =>
      mayOpen
        ? paths.list('orders', orderQuery({ startDate: day, endDate: day }, { ...ofSeller, ...where }))
        : null,
    asTables,
  }
}
