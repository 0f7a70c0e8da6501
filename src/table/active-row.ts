/** Where on the window the row, or the cell, stands that a grid names as its active one; null while it is not rendered. */
export const activePlace = (grid: HTMLElement | null): DOMRect | null =>
  activeElement(grid)?.getBoundingClientRect() ?? null

/** The row, or the cell, that a grid names as its active one. */
export const activeElement = (grid: HTMLElement | null): HTMLElement | null => {
  const id = grid?.getAttribute('aria-activedescendant')
  return id ? document.getElementById(id) : null
}
