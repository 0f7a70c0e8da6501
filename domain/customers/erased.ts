/** Stands where something was erased. A change whose former values have it cannot be undone. */
export const erasedMark = '[∅]'

/** Begins the number that replaces a phone: no country has this prefix, and the orders of one person stay together. */
export const erasedPhonePrefix = '+999'

/** Whether a number stands for an erased one: nobody can be called by it. */
export const isErasedPhone = (phone: string): boolean => phone.startsWith(erasedPhonePrefix)
