// Lazy chunk of the filter box: parser and vocabulary of six languages.
export { complete, isAsking } from './complete.ts'
export { CompletionList } from './completion-list.tsx'
export { correctionOf } from './correct-query.ts'
export { PartsFound } from './parts-found.tsx'
export {
  labelsOf,
  parsePossibleSentence,
  parseSentence,
  sentenceToQuery,
  withCouriers,
} from './sentence-to-query.ts'
