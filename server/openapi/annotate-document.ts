import { roles, type Scope, scopeOf, type Verb } from '../../domain/access/permissions.ts'
import { codes } from '../../domain/core/codes.ts'
import texts from '../../locales/en/errors.json' with { type: 'json' }
import { statusOf } from '../problems/problem.ts'
import type { OpenApiDocument, OpenApiOperation } from './openapi.ts'

/** The document as its page shows it: calls with the roles that may make them, codes with their texts. */
export const annotateDocument = (document: OpenApiDocument): OpenApiDocument => {
  const { paths, components } = document
  const { Code = {}, ...schemas } = components.schemas
  return {
    ...document,
    paths: mapValues(paths, (methods) =>
      mapValues(methods, (operation) => ({
        ...operation,
        description: [operation.description, accessOf(operation)].filter(Boolean).join('\n\n'),
      })),
    ),
    components: { ...components, schemas: { Code: { ...Code, description: codesTable }, ...schemas } },
  }
}

const mapValues = <Value>(
  record: Record<string, Value>,
  map: (value: Value) => Value,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))

const accessOf = ({ security, 'x-verbs': verbs }: OpenApiOperation): string => {
  if (security !== undefined) return 'Anybody, without a session.'
  if (verbs === undefined) return 'Anybody with a session.'
  return verbs.map((verb) => `- \`${verb}\`: ${rolesOf(verb)}`).join('\n')
}

const reaches: Record<Scope, string> = {
  all: '',
  country: ' of the country',
  own: ' of their own',
  assigned: ' of parcels assigned',
}

const rolesOf = (verb: Verb): string =>
  roles
    .flatMap((role) => {
      const scope = scopeOf(role, verb)
      return scope === null ? [] : [`${role}${reaches[scope]}`]
    })
    .join(', ')

const codesTable = [
  '| Code | Status | Text |',
  '| --- | --- | --- |',
  ...codes.map((code) => `| ${code} | ${statusOf[code]} | ${texts[code]} |`),
].join('\n')
