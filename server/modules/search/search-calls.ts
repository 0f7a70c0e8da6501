import { searchHitShapes } from '../../../domain/changes.ts'
import { countryCodes } from '../../../domain/countries.ts'
import { resourceNames } from '../../../domain/resources.ts'
import { shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'

export const defaultLimit = 20
export const largestLimit = 50
export const longestQuery = 200

/** What the search takes and answers. */
export const searchCalls = {
  search: describe.call({
    id: 'search',
    tag: 'search',
    summary: 'Find records of every resource that the caller may read, best first',
    detail:
      'Numbers come first where they match exactly; phones are found in any written form; names in any case, accent or order, with one typo forgiven in words of five letters or more.',
    query: {
      q: { kind: 'text', max: longestQuery, required: true },
      resource: { kind: 'choice', values: resourceNames },
      limit: { kind: 'integer', min: 1, max: 999 },
      country: { kind: 'choice', values: countryCodes },
    },
    answers: { 200: shapesJson('SearchHits', { items: { kind: 'list', of: searchHitShapes } }) },
    refuses: ['FORBIDDEN'],
  }),
}
