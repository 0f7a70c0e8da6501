import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A line of a stack with the place in the source in place of the one in the built server. The maps are read when a bug
 * is told: kept at hand for every error by Node itself they are a fifth of the server's memory.
 */
export const sourcePlace = (line: string): string =>
  line.replace(/(file:\/\/[^\s()]+\/dist\/server\/[\w-]+\.js):(\d+):(\d+)/, (built, url, row, column) => {
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
  })
