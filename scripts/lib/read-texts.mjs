import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './root.mjs'

/** All namespaces of a language, with the groups that a file `inherits` from another one where it has no text of its own. */
export function readTexts(language) {
  const texts = readOwnTexts(language)
  for (const own of Object.values(texts)) {
    for (const [group, from] of Object.entries(own.inherits ?? {})) {
      own[group] = { ...texts[from][group], ...own[group] }
    }
    delete own.inherits
  }
  return texts
}

/** Each file's texts, and what other files `adds` to it (a resource's commands, actions, views). */
export function readOwnTexts(language) {
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

/** Vite plugin: a language's composed texts as modules and raw text. */
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
  // Additions of a file are in other modules, so reload them.
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
