import { mountPalette } from './waybill-palette.js'

const apiUrl = `${location.origin}/api`
const form = document.getElementById('sign-in')
const answer = document.getElementById('answer')
const opener = document.getElementById('open')
let palette = null

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { email, password, locale, theme } = Object.fromEntries(new FormData(form))
  const response = await fetch(`${apiUrl}/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const session = await response.json()
  if (!response.ok) {
    answer.value = session.detail
    return
  }
  palette?.destroy()
  palette = mountPalette(document.body, {
    apiUrl,
    token: session.token,
    locale,
    theme,
    onUnauthorized: () => {
      answer.value = 'The token is no longer good: sign in again.'
    },
  })
  opener.disabled = false
  answer.value = `${session.name} is signed in. Press Ctrl K.`
})

for (const name of ['locale', 'theme']) {
  form.elements[name].addEventListener('change', ({ target }) => palette?.update({ [name]: target.value }))
}

opener.addEventListener('click', () => palette?.open())

// The import map of this version.
const { module, integrity } = await (await fetch('waybill-palette.json')).json()
const urlOf = (file) => new URL(file, location.href).href
const map = {
  imports: { 'waybill-palette': urlOf(module) },
  integrity: Object.fromEntries(Object.entries(integrity).map(([file, hash]) => [urlOf(file), hash])),
}
document.getElementById('pinned').textContent =
  `<script type="importmap">\n${JSON.stringify(map, null, 2)}\n</script>\n\nimport { mountPalette } from 'waybill-palette'`

// What to type to look around, where this server holds the demo company.
const demo = await fetch(`${apiUrl}/sessions/demo`)
if (demo.ok) {
  const { password, logins } = await demo.json()
  form.elements.email.value = logins[0].email
  form.elements.password.value = password
}
