/** An icon as lucide writes it down: its elements, each with its attributes. */
export type IconElement = readonly [tag: string, attributes: Readonly<Record<string, string>>]

export const onePath: (elements: readonly IconElement[]) => string | null
