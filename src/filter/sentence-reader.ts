// What the filter box needs only once somebody writes in it: one chunk, six languages of sentences.
export { complete, isAsking } from './complete.ts'
export { CompletionList } from './completion-list.tsx'
export { correctionOf } from './correct-query.ts'
export { labelsOf, parseSentence, sentenceToQuery } from './sentence-to-query.ts'
