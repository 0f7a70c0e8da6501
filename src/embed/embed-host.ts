import { listenToKeys } from '../keyboard/listen-to-keys.ts'
import css from './embed.css?inline'

/** DOM elements of the embedded palette. */
export type EmbedHost = {
  /** Outermost element, with theme and language. */
  page: HTMLElement
  /** Modal dialog that blocks the page while open. */
  layer: HTMLDialogElement
  tray: HTMLElement
  /** React root. */
  root: HTMLElement
  /** The browser requests closing: Escape while focus is in its own UI. */
  onCancel: (listener: () => void) => void
  /** Called for every key pressed inside, before propagation stops at the host. */
  onKey: (listener: (event: KeyboardEvent) => void) => () => void
  remove: () => void
}

/** The host is styled by the page, except for important `:host` rules, which win. */
const hostStyle = ':host { all: initial !important; display: contents !important; }'

/** Events that would trigger the page's shortcuts, outside-click handlers and focus traps. */
const ownEvents = [
  ...['keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'change', 'paste', 'copy', 'cut'],
  ...['click', 'dblclick', 'auxclick', 'contextmenu', 'mousedown', 'mouseup', 'pointerdown', 'pointerup'],
  ...['touchstart', 'touchend', 'wheel', 'focusin', 'focusout', 'dragstart', 'drop'],
]

/** Appends a host with a shadow root to `container`. Isolates styles and events in both directions. */
export const createHost = (container: Element): EmbedHost => {
  const host = document.createElement('waybill-palette')
  // Capturing listeners of the page still see events, but usually ignore them if the target is editable.
  Object.defineProperty(host, 'isContentEditable', { value: true })
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${hostStyle}\n${css}`)
  shadow.adoptedStyleSheets = [sheet]

  const page = Object.assign(document.createElement('div'), {
    className: 'waybill',
    dir: 'ltr',
    tabIndex: -1,
  })
  const layer = Object.assign(document.createElement('dialog'), { className: 'layer', ariaLabel: 'Waybill' })
  const tray = Object.assign(document.createElement('div'), { className: 'tray', popover: 'manual' })
  const root = document.createElement('div')
  page.append(layer, tray, root)
  shadow.append(page)
  container.append(host)
  page.style.setProperty('--rem', readerSize(host))
  tray.showPopover?.()

  // Escape would close the dialog element; the palette handles it.
  const stopEscape = listenToKeys(layer, (event) => {
    if (event.key === 'Escape') event.preventDefault()
  })
  for (const type of ownEvents) host.addEventListener(type, (event) => event.stopPropagation())
  return {
    page,
    layer,
    tray,
    root,
    onCancel: (listener) =>
      layer.addEventListener('cancel', (event) => {
        event.preventDefault()
        listener()
      }),
    onKey: (listener) => listenToKeys(page, listener),
    remove: () => {
      stopEscape()
      host.remove()
    },
  }
}

/** The browser's font size, since `rem` is defined by the page. */
const readerSize = (host: Element): string => getComputedStyle(host).fontSize || '16px'
