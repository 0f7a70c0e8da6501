/**
 * Pieces, by product, that the earlier steps of a dry run would have taken; negative where they would give some back.
 * The steps of a real run write them, a dry run carries them from step to step.
 */
export type CarriedStock = Map<string, number>
