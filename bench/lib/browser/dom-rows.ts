import type { ListPage, RowInView } from './list-page.ts'

type DomRows = {
  /** Matches every row of the list that is in the document, and nothing else. */
  readonly rows: string
  /** The element of a row, or one of its parts where a row has several. */
  readonly find: (index: number) => Element | null
  readonly indexOf: (row: Element) => number
  readonly isActive: (row: Element) => boolean
  readonly isSelected: (row: Element) => boolean
  /** What covers the top of the scrolling element, in pixels. */
  readonly headerHeight: () => number
  readonly scroller: () => HTMLElement
}

/** What is drawn of a list whose rows are elements. */
export const readDomRows = (dom: DomRows): Pick<ListPage, 'look' | 'inView'> => ({
  look: (index) => {
    const row = dom.find(index)
    if (row === null) return null
    return { text: row.textContent ?? '', isActive: dom.isActive(row), isSelected: dom.isSelected(row) }
  },
  inView: () => {
    const view = dom.scroller().getBoundingClientRect()
    const top = view.top + dom.headerHeight()
    const seen: (RowInView & { at: number })[] = []
    for (const row of document.querySelectorAll(dom.rows)) {
      const { top: start, bottom: end, height } = row.getBoundingClientRect()
      if (Math.min(end, view.bottom) - Math.max(start, top) < height / 2) continue
      seen.push({ index: dom.indexOf(row), text: row.textContent ?? '', at: start })
    }
    return seen.toSorted((a, b) => a.at - b.at).map(({ index, text }) => ({ index, text }))
  },
})

/** The same where rows wear the console's own marks. */
export const readMarkedRows = (dom: Pick<DomRows, 'headerHeight' | 'scroller'>) =>
  readDomRows({
    ...dom,
    rows: '[data-index]',
    find: (index) => document.querySelector(`[data-index="${index}"]`),
    indexOf: (row) => Number(row.getAttribute('data-index')),
    isActive: (row) => row.classList.contains('list-row-active'),
    isSelected: (row) => row.getAttribute('aria-selected') === 'true',
  })
