import type { Locator } from '@playwright/test'

/** Overlapping area in square pixels. */
export const overlap = async (one: Locator, other: Locator): Promise<number> => {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!]
  const span = (from: number, length: number, otherFrom: number, otherLength: number) =>
    Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom))
  return span(a.x, a.width, b.x, b.width) * span(a.y, a.height, b.y, b.height)
}
