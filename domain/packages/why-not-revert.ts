import type { Code } from '../codes.ts'

/**
 * Why a plan cannot be put back to what it was; null when it can. `isUsed` says that a user who is not deleted has it,
 * `isTaken` that another plan has got its code since.
 */
export const whyNotRevertPackage = (
  next: { isDeleted: boolean },
  { isUsed, isTaken }: { isUsed: boolean; isTaken: boolean },
): Code | null => {
  if (next.isDeleted) return isUsed ? 'IN_USE' : null
  return isTaken ? 'PACK_TAKEN' : null
}
