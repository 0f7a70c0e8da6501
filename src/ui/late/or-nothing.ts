import type { ComponentType } from 'react'

/** A part that the screen is whole without: one that does not come shows nothing, and leaves the screen standing. */
export const orNothing = async <Props extends object>(
  part: Promise<{ default: ComponentType<Props> }>,
): Promise<{ default: ComponentType<Props> }> => {
  try {
    return await part
  } catch {
    return { default: () => null }
  }
}
