/** The list that the field controls. */
export const listId = 'palette-list'

/** An option is named after its item, not its place: when another one stands there, assistive technology is told. */
export const optionId = (item: string): string => `palette-option-${encodeURIComponent(item)}`
