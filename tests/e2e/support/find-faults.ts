/** Runs in the page: clipped texts, and every text that is shown or announced. */
export const findFaults = (): { isBusy: boolean; clipped: string[]; texts: string[] } => {
  const clipped = new Set<string>()
  const texts = new Set<string>()
  const attributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']

  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (element.closest('script,style,svg') || !element.checkVisibility({ visibilityProperty: true }))
      continue
    for (const name of attributes) {
      const text = element.getAttribute(name)
      if (text) texts.add(text)
    }
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue
      texts.add(node.textContent)
      const cutter = cutterOf(node)
      if (cutter) clipped.add(`${node.textContent.trim()} — in ${nameOf(cutter)}`)
    }
  }
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) clipped.add(`the page scrolls sideways: ${scrollWidth} > ${clientWidth}`)
  texts.add(document.title)
  const isBusy = document.querySelector('[aria-busy="true"]') !== null
  return { isBusy, clipped: [...clipped], texts: [...texts] }

  /** The element that clips a text that cannot be scrolled to or read elsewhere. */
  function cutterOf(node: Node): Element | null {
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    if (text.width < 2 || text.height < 2) return null
    for (let box = node.parentElement; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      // For screen readers only.
      if (style.clipPath !== 'none' || style.clip !== 'auto') return null
      if (style.opacity === '0') return null
      const edge = box.getBoundingClientRect()
      // Hints that do not fit are hidden completely.
      if (hides(style.overflowY) && text.top >= edge.bottom - 1) return null
      const cutsX = hides(style.overflowX) && (text.right > edge.right + 1 || text.left < edge.left - 1)
      const cutsY = hides(style.overflowY) && (text.bottom > edge.bottom + 2 || text.top < edge.top - 2)
      if (cutsX || cutsY) return isSaidElsewhere(node, box) ? null : box
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) return null
      const isControl = box.matches('button,a,[role=button],[role=tab],[role=columnheader],[role=gridcell]')
      if (isControl && (text.right > edge.right + 1 || text.left < edge.left - 1)) return box
      if (style.position === 'fixed') return null
    }
    return null
  }

  function hides(overflow: string): boolean {
    return overflow === 'hidden' || overflow === 'clip'
  }

  function scrolls(overflow: string): boolean {
    return overflow === 'auto' || overflow === 'scroll'
  }

  function isSaidElsewhere(node: Node, box: Element): boolean {
    const text = node.textContent?.trim() ?? ''
    for (let at: Element | null = node.parentElement; at; at = at.parentElement) {
      const said = `${at.getAttribute('title') ?? ''} ${at.getAttribute('aria-label') ?? ''}`
      if (said.includes(text)) return true
    }
    return box.querySelector(`[title="${CSS.escape(text)}"]`) !== null
  }

  function nameOf(element: Element): string {
    const role = element.getAttribute('role') ?? element.tagName.toLowerCase()
    return `${role}.${element.className}`.slice(0, 90)
  }
}
