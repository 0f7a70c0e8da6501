// A third-party page with React 18, its own state, shortcuts and focus trap, and the embedded palette.
import { createElement as h, useEffect, useRef, useState, version } from 'react'
import { createRoot } from 'react-dom/client'

const asked = new URLSearchParams(location.search)
/** The page's own hotkeys-js global. */
window.hotkeys = 'of the page'
const { mountPalette } = await import(`${asked.get('waybill')}/embed/waybill-palette.js`)

/** Key events that leaked out of the palette. */
const heard = []
document.addEventListener('keydown', ({ key }) => heard.push(key))

/** Like hotkey libraries: capture phase, except in text fields. */
const isTyping = ({ target }) =>
  target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)

function Page() {
  const [name, setName] = useState('')
  const [fired, setFired] = useState(0)
  const [leaked, setLeaked] = useState(0)
  const [went, setWent] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [isMounted, setMounted] = useState(false)
  const place = useRef(null)
  const palette = useRef(null)

  useEffect(() => {
    const onHotkey = (event) => isTyping(event) || event.ctrlKey || setFired((count) => count + 1)
    window.addEventListener('keydown', onHotkey, true)
    return () => window.removeEventListener('keydown', onHotkey, true)
  }, [])

  const toggle = () => {
    if (palette.current) {
      palette.current.destroy()
      palette.current = null
      setMounted(false)
      return
    }
    palette.current = mountPalette(place.current, {
      apiUrl: asked.get('api') ?? `${asked.get('waybill')}/api`,
      token: asked.get('token'),
      locale: asked.get('locale') ?? 'fr-CI',
      theme: 'light',
      onNavigate: setWent,
      onUnauthorized: () => setAsked(true),
    })
    setMounted(true)
  }

  const renew = () => palette.current?.update({ token: asked.get('good') })

  return h(
    'div',
    { id: 'shop', onKeyDown: () => setLeaked((count) => count + 1), onFocus: () => undefined },
    h('h1', null, 'Boutique'),
    h(
      'label',
      null,
      'Nom ',
      h('input', { value: name, onChange: ({ target }) => setName(target.value.toUpperCase()) }),
    ),
    h('label', null, 'Note ', h('textarea', null)),
    h(
      'a',
      { href: '#toggle', role: 'button', onKeyDown: (event) => event.key === 'Enter' && toggle() },
      'Palette',
    ),
    h(
      'a',
      { href: '#renew', role: 'button', onKeyDown: (event) => event.key === 'Enter' && renew() },
      'Renouveler',
    ),
    h('p', { role: 'status' }, `React ${version}, raccourcis ${fired}, touches ${leaked}`),
    h(
      'p',
      null,
      `palette ${isMounted ? 'en place' : 'absente'}, connexion ${isAsked ? 'demandée' : 'bonne'}`,
    ),
    h('p', { role: 'note' }, went),
    h('div', { ref: place, id: 'place' }),
  )
}

window.heard = heard
createRoot(document.getElementById('app')).render(h(Page))
