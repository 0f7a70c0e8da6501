import type { KindVerbs } from './resource-definition.ts'

type Noun = 'product' | 'expedition' | 'request' | 'affiliate' | 'package'

/** The verbs of what every kind of record can do. */
export const verbsOf = (noun: Noun): KindVerbs => ({
  view: `${noun}.view`,
  create: `${noun}.create`,
  update: `${noun}.update`,
  delete: `${noun}.delete`,
})
