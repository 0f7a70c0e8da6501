import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A line of a stack with the place in the source in place of the one in the built server. The maps are read when a bug
 * is told: kept at hand for every error by Node itself they are a fifth of the server's memory.
 */
export const sourcePlace = (line: string): string => {
  const start = line.lastIndexOf('file://')
  return start < 0 ? line : `${line.slice(0, start)}${line.slice(start).replace(builtPlace, toSource)}`
}

const builtPlace = /^(file:\/\/[^\s()]+\/dist\/server\/[\w-]+\.js):(\d+):(\d+)/

const toSource = (built: string, url: string, row: string, column: string): string => {
  try {
    const file = fileURLToPath(url)
    const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
    const found = map.findEntry(Number(row) - 1, Number(column) - 1)
    if (!('originalSource' in found)) return built
    const source = path.resolve(path.dirname(file), found.originalSource)
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`
  } catch {
    return built
  }
}
