/**
 * By what a queue in the order of risk is sorted, highest first: the fraction that `customerScore` shows with its parts, of the
 * parcels that a customer has decided about how many they took. A half while there is none.
 */
export const likelihoodOf = (score: { delivered: number; of: number } | null): number =>
  score === null || score.of === 0 ? 0.5 : score.delivered / score.of
