import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until there are more than now, for so many milliseconds at most; false where there never are. */
export const untilMore = async (count: () => number, atMost: number): Promise<boolean> => {
  const [before, began] = [count(), performance.now()]
  while (count() === before && performance.now() - began < atMost) await sleep(5)
  return count() > before
}
