/** Hands a file to the browser's downloads, under the name that the specification gives it (`orders.xlsx`). */
export function saveFile(blob: Blob, name: string): void {
  try {
    const url = URL.createObjectURL(blob)
    const link = Object.assign(document.createElement('a'), { href: url, download: name })
    link.click()
    // Safari reads the blob after the click has returned.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (cause) {
    throw new Error('File save failed.', { cause })
  }
}
