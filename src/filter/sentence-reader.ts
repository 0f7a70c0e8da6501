// What the filter box needs once the user types: one chunk with the sentences of six languages.
export { complete, isAsking } from './complete.ts'
export { CompletionList } from './completion-list.tsx'
export { correctionOf } from './correct-query.ts'
export { labelsOf, parseSentence, sentenceToQuery } from './sentence-to-query.ts'
