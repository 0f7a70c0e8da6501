import { createAtom } from '@xstate/store'

/** Counts up each time that sessions of one's own may have ended: whoever lists them reads them again. */
export const sessionsRound = createAtom(0)

export const sessionsEnded = (): void => sessionsRound.set(sessionsRound.get() + 1)
