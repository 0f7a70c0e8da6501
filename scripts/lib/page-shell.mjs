import { readFileSync } from 'node:fs'
import { inRoot } from './root.mjs'

/**
 * Finishes index.html: the shell's style with the tokens that it uses, the style sheet behind what is painted without it,
 * and, as data, what the login says before its script has come and the files of each half of the console, for the page to
 * fetch at once and for later.
 */
export const pageShell = () => ({
  name: 'page-shell',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const styled = withData(html, 'words', words()).replace(
        '</head>',
        `<style>${shellStyle()}</style></head>`,
      )
      return bundle ? packed(behindTheShell(withParts(styled, bundle))) : styled
    },
  },
})

/** Found where index.html is: as Vite gives it, anywhere in the head. */
const styleSheet = /\s*<link rel="stylesheet"[^>]*>/g

const behindTheShell = (html) => {
  const links = html.match(styleSheet) ?? []
  return html.replace(styleSheet, '').replace('</body>', `${links.join('')}</body>`)
}

const withParts = (html, bundle) => {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
  const holding = (file) => chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(file)))
  const filesOf = (...modules) => {
    const found = new Set()
    for (const module of modules) collect(holding(module), bundle, found)
    return [...found].map((file) => `/${file}`).filter((file) => !html.includes(file))
  }
  const texts = (part) =>
    Object.fromEntries(languages.map((code) => [code, filesOf(`virtual:texts/${code}/${part}`)]))
  const console = filesOf('src/app/console-layout.tsx', 'src/app/list-screens.tsx')
  const parts = {
    door: filesOf('src/features/auth/session-screens.tsx'),
    console,
    later: filesOf(...later).filter((file) => !console.includes(file)),
    texts: { door: texts('rest'), console: texts('first'), later: texts('rest') },
  }
  return withData(html, 'parts', parts)
}

const withData = (html, id, data) =>
  html.replace(
    '</title>',
    `</title><script type="application/json" id="${id}">${JSON.stringify(data)}</script>`,
  )

/** Of each language what stands in the login's form, in its order, and what its button says once it was pressed. */
const words = () => {
  const ofLanguage = (code) => {
    const { login, fields } = JSON.parse(readFileSync(inRoot('locales', code, 'auth.json'), 'utf8'))
    return {
      told: [login.title, login.lead, fields.email, fields.password, login.submit],
      pending: login.pending,
    }
  }
  return Object.fromEntries(languages.map((code) => [code, ofLanguage(code)]))
}

const languages = ['fr', 'en', 'de', 'it', 'es', 'ru']

/** One key away, and yet nothing that a screen waits for. */
const later = [
  'src/ui/floating/menu-popup.tsx',
  'src/ui/floating/tooltip-popup.tsx',
  'src/ui/icons/icon-table.ts',
  'src/app/workspace/create-palette.ts',
  'src/app/shell/confirmations.tsx',
]

function collect(chunk, bundle, found) {
  if (chunk === undefined || found.has(chunk.fileName)) return
  found.add(chunk.fileName)
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
  for (const name of chunk.imports) collect(bundle[name], bundle, found)
}

/** The raw tokens of light and dark that the shell names; its bar wears what the settings say, not the page's theme. */
const shellStyle = () => {
  const style = bare(readFileSync(inRoot('src/styles/shell.css'), 'utf8'))
  const tokens = bare(readFileSync(inRoot('src/styles/tokens.css'), 'utf8'))
  const used = new Set(style.concat('var(--accent)var(--on-accent)').match(/--[\w-]+/g))
  const blocks = [...tokens.matchAll(/([^{}]*data-theme[^{}]*){([^{}]*)}/g)].filter(
    ([, , body]) => !body.includes('white'),
  )
  const themes = blocks.map(([, selectors, body]) => {
    const kept = body.split(';').filter((line) => used.has(line.split(':')[0].trim()))
    const bars = selectors.replaceAll(/\[data-theme="(\w+)"\]/g, '[data-topbar="$1"] .shell header')
    const [page] = selectors.match(/:root|\[data-theme="dark"\]/) ?? []
    return `${[page, bars.replace(':root,', '')].filter(Boolean).join()}{${kept.join(';')}}`
  })
  return (themes.join('') + style).replace(/\s*([{}:;,>])\s*/g, '$1')
}

const bare = (css) => css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ')

const packed = (html) => html.replace(/^\s*\/\/.*\n/gm, '').replace(/\n\s+/g, '\n')
