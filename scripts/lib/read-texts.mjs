import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './root.mjs'

/**
 * Every namespace of a language as the console has it: the file of its name, and what `adds` of other files says in it. A
 * resource adds its commands, actions and views.
 */
export function readTexts(language) {
  const folder = inRoot('locales', language)
  const texts = Object.fromEntries(
    readdirSync(folder).map((file) => [
      path.basename(file, '.json'),
      JSON.parse(readFileSync(path.join(folder, file), 'utf8')),
    ]),
  )
  const added = Object.values(texts).map(({ adds = {} }) => adds)
  for (const namespace of Object.keys(texts)) delete texts[namespace].adds
  for (const adds of added) merge(texts, adds)
  return texts
}

const known = new Map()

/** Vite: a language's files as the console has them, as modules and as raw text. */
export const sharedTexts = {
  name: 'shared-texts',
  enforce: 'pre',
  buildStart: () => known.clear(),
  load(id) {
    const [, language, namespace, query] = /\/locales\/([a-z]{2})\/([\w-]+)\.json(\?raw)?$/.exec(id) ?? []
    if (namespace === undefined) return null
    if (!known.has(language)) known.set(language, readTexts(language))
    const text = JSON.stringify(known.get(language)[namespace])
    return query === undefined ? text : `export default ${JSON.stringify(text)}`
  },
  // What one file adds is in the module of another.
  handleHotUpdate: ({ file, server }) => {
    if (!file.startsWith(inRoot('locales'))) return
    known.clear()
    server.moduleGraph.invalidateAll()
    server.ws.send({ type: 'full-reload' })
  },
}

function merge(into, from) {
  for (const [key, value] of Object.entries(from)) {
    if (!(key in into)) into[key] = value
    else if (typeof value === 'object' && typeof into[key] === 'object') merge(into[key], value)
    else throw new Error(`two files of a language say ${key}`)
  }
}
