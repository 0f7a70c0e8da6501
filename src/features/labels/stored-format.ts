import {
  defaultLabelFormat,
  isLabelFormat,
  type LabelFormatName,
} from '../../../domain/labels/label-format.ts'

const key = 'label-format'

/** The format last chosen in this browser: it follows the printer beside it, not the person. */
export const readFormat = (storage: Pick<Storage, 'getItem'> = localStorage): LabelFormatName => {
  try {
    const stored = storage.getItem(key)
    return isLabelFormat(stored) ? stored : defaultLabelFormat
  } catch {
    return defaultLabelFormat
  }
}

export const storeFormat = (
  format: LabelFormatName,
  storage: Pick<Storage, 'setItem'> = localStorage,
): void => {
  try {
    storage.setItem(key, format)
  } catch {
    // A browser that stores nothing asks again.
  }
}
