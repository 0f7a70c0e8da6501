import type { SearchHit } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { ComboboxOption } from '../ui/fields/combobox-option.ts'

/** Sends a picture and answers its path. Reports how much has been sent, in bytes. */
export type UploadImage = (
  file: File,
  options: { signal: AbortSignal; onSent: (sent: number, total: number) => void },
) => Promise<string>

/** How one field of a form finds what can be chosen. */
export type Choice = {
  /** Words one value of an enumeration. */
  label?: (value: string) => string
  /** Looks a reference up. Keep it stable over renders: a new function asks again. */
  search?: (text: string, country: CountryCode, signal: AbortSignal) => Promise<ComboboxOption[]>
  /** The option of a record that was scanned; null where it is none of these. Without it no scan chooses anything. */
  scanned?: (hit: SearchHit, country: CountryCode) => Promise<ComboboxOption | null>
  /** The name of what is referred to already. */
  chosen?: ComboboxOption | null
  /** Sends the picture of an image field; without it only a link can be given. */
  upload?: UploadImage
}

/** By the field's name. */
export type Choices = Record<string, Choice>
