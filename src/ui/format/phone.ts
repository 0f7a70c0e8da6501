import { erasedMark, isErasedPhone } from '../../../domain/customers/erased.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'

/** A telephone number as it is shown; the mark of what was erased instead of the number that stands for it. */
export const phoneText = (phone: string): string => (isErasedPhone(phone) ? erasedMark : formatPhone(phone))

/** Address that dials a number; null for one that stands for an erased one. */
export const callLink = (phone: string): string | null => (isErasedPhone(phone) ? null : `tel:${phone}`)
