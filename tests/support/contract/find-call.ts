import type { OpenApiDocument, OpenApiOperation } from '../../../server/openapi/openapi.ts'

export type DocumentedCall = { method: string; path: string; operation: OpenApiOperation }

/** The documented call that a method and URL come to, as a router would choose; null where there is none. */
export const findCall = (document: OpenApiDocument, method: string, url: string): DocumentedCall | null => {
  const parts = segments(url.split('?')[0]!)
  const path = Object.keys(document.paths)
    .filter((template) => document.paths[template]![method.toLowerCase()] !== undefined)
    .filter((template) => fits(segments(template), parts))
    .sort(byPrecision)[0]
  return path === undefined ? null : { method, path, operation: document.paths[path]![method.toLowerCase()]! }
}

const segments = (path: string): string[] => path.replace(/(.)\/$/, '$1').split('/')

const isParameter = (segment: string): boolean => segment.startsWith('{')

const fits = (template: readonly string[], parts: readonly string[]): boolean =>
  template.length === parts.length &&
  template.every((segment, at) => segment === parts[at] || (isParameter(segment) && parts[at] !== ''))

/** A word goes before a parameter, from left to right. */
const byPrecision = (one: string, other: string): number => {
  const [ones, others] = [segments(one), segments(other)]
  const at = ones.findIndex((segment, index) => isParameter(segment) !== isParameter(others[index]!))
  return at < 0 ? 0 : isParameter(ones[at]!) ? 1 : -1
}
