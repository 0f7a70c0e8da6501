/** `npm run test:full`: every round, role, layout, mode and width. */
export const isFull = process.env.TEST_FULL === '1'

export const rounds = (full: number, short: number): number => (isFull ? full : short)

/** All cases in a full run, otherwise representatives. */
export const casesOf = <Case>(
  all: readonly Case[],
  represents: (one: Case, at: number) => boolean,
): readonly Case[] => (isFull ? all : all.filter(represents))
