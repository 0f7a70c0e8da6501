import { tsImport } from 'tsx/esm/api'
import { preprocessCSS, resolveConfig } from 'vite'
import { readTexts } from './read-texts.mjs'
import { inRoot } from './root.mjs'

/**
 * Vite plugin: the login in each language and the styles that it needs stand in the page, so that the first paint waits for no
 * file. The style sheet moves to the end, where it holds up the scripts but not the paint.
 */
export const firstPage = {
  name: 'first-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      const { renderLogin } = await tsImport('../../src/app/first-page.tsx', {
        parentURL: import.meta.url,
        tsconfig: inRoot('src/tsconfig.json'),
      })
      const { languageCodes } = await tsImport('../../domain/core/languages.ts', import.meta.url)
      const logins = await Promise.all(
        languageCodes.map(async (language) => {
          const login = await renderLogin(language, readTexts(language))
          return { ...login, language, files: laterFilesOf(language, bundle) }
        }),
      )
      const [link] = /\s*<link rel="stylesheet"[^>]*>/.exec(html) ?? []
      const [, sheet] = /href="\/([^"]+)"/.exec(link) ?? []
      const styles = await stylesOf(bundle[sheet].source.toString(), classesIn(logins[0].markup))
      return html
        .replace(link, '')
        .replace('</style>', () => `${styles}</style>`)
        .replace('<!-- logins -->', () => logins.map(templateOf).join('\n    '))
        .replace('</body>', () => `${link.trim()}\n  </body>`)
    },
  },
}

function templateOf({ language, locale, title, pending, files, markup }) {
  const facts = {
    'data-language': language,
    lang: locale,
    title,
    'data-pending': pending,
    'data-files': files.join(' '),
  }
  const attributes = Object.entries(facts).map(([name, value]) => `${name}="${value}"`)
  return `<template ${attributes.join(' ')}>${markup}</template>`
}

/** Files that the entry asks for only when it runs. */
function laterFilesOf(language, bundle) {
  const wanted = [
    `/src/i18n/first/${language}.ts`,
    `/locales/${language}/auth.json`,
    '/src/app/take-over-login.ts',
  ]
  return Object.values(bundle)
    .filter(({ facadeModuleId }) => wanted.some((path) => facadeModuleId?.endsWith(path)))
    .map(({ fileName }) => `/${fileName}`)
}

const classesIn = (markup) =>
  new Set(
    [...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names.split(' ').map(unescapeHtml)),
  )

const unescapeHtml = (text) => text.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&lt;', '<')

/** The rules of a style sheet that apply to elements of these classes. */
export async function stylesOf(css, classes) {
  const config = await resolveConfig(
    {
      configFile: false,
      logLevel: 'silent',
      css: { postcss: { plugins: [(root) => keepRules(root, classes)] } },
    },
    'build',
  )
  const { code } = await preprocessCSS(css, 'first-page.css', config)
  return code.trim()
}

/** Removes every rule that applies to none of these classes. */
function keepRules(root, classes) {
  // Fonts and animations come with the whole sheet.
  root.walkAtRules(/^(font-face|keyframes)$/, (rule) => rule.remove())
  root.walkRules((rule) => {
    const kept = rule.selectors.filter((selector) => isUsed(selector, classes))
    if (kept.length === 0) rule.remove()
    else rule.selectors = kept
  })
  removeUnusedVariables(root)
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove()
  })
}

/** Rules of elements stay, but for themes that the first page never has and controls that it does not show. */
function isUsed(selector, classes) {
  if (/data-theme="?brand|print|::-webkit|::file|:-moz|\[role|textarea|select|table|summary/.test(selector))
    return false
  const names = [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) => name.replaceAll('\\', ''))
  return names.every((name) => classes.has(name))
}

function removeUnusedVariables(root) {
  for (let isDone = false; !isDone; ) {
    isDone = true
    const text = root.toString()
    const read = new Set([...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
    root.walkDecls(/^--/, (declaration) => {
      // What the markup itself reads: the colours of the logo.
      if (read.has(declaration.prop) || /^--(accent|on-accent)$/.test(declaration.prop)) return
      declaration.remove()
      isDone = false
    })
    root.walkAtRules('property', (rule) => {
      if (!read.has(rule.params)) rule.remove()
    })
    root.walkRules((rule) => {
      if (rule.nodes.length === 0) rule.remove()
    })
  }
}
