/** What has the focus, also inside a shadow root: a document knows no more of that than its host. */
export const activeElement = (): Element | null => {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}
