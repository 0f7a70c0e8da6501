export const lowerPriority: () => void
