import { listenToKeys } from '../keyboard/listen-to-keys.ts'
import css from './embed.css?inline'

/** The elements that the palette lives in, in another page's document. */
export type EmbedHost = {
  /** The outermost element; carries theme and language. */
  page: HTMLElement
  /** What keeps the rest of the page from being used while it is up. */
  layer: HTMLDialogElement
  /** The container of notifications. */
  tray: HTMLElement
  /** React's own container. */
  root: HTMLElement
  /** The browser would close the layer: Escape, where the focus has gone to its own bars. */
  onCancel: (listener: () => void) => void
  /** Every key that is pressed inside, before it ends at the border. */
  onKey: (listener: (event: KeyboardEvent) => void) => () => void
  remove: () => void
}

/**
 * The element itself is in the page and takes its styles, except for important ones set here: those of
 * a shadow root win over the page's.
 */
const hostStyle = ':host { all: initial !important; display: contents !important; }'

/** What would work the page too: its hotkeys, its outside clicks, its traps for the focus. */
const ownEvents = [
  ...['keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'change', 'paste', 'copy', 'cut'],
  ...['click', 'dblclick', 'auxclick', 'contextmenu', 'mousedown', 'mouseup', 'pointerdown', 'pointerup'],
  ...['touchstart', 'touchend', 'wheel', 'focusin', 'focusout', 'dragstart', 'drop'],
]

/** Puts an element with a shadow root into `container`. Neither styles nor events get through it in either direction. */
export const createHost = (container: Element): EmbedHost => {
  const host = document.createElement('waybill-palette')
  // Listeners in the capture phase are not stopped at the border, but ask, as a rule, whether the user is typing.
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

  // Escape is the palette's: by default it would close the dialog element.
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

/** The size that the reader chose in the browser: `rem` would be the page's, which may be anything. */
const readerSize = (host: Element): string => getComputedStyle(host).fontSize || '16px'
