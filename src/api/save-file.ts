/** Downloads a blob under the given name (`orders.xlsx`). */
export function saveFile(blob: Blob, name: string): void {
  try {
    const url = URL.createObjectURL(blob)
    const link = Object.assign(document.createElement('a'), { href: url, download: name })
    link.click()
    // Safari reads the blob after the click handler.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (cause) {
    throw new Error('File save failed.', { cause })
  }
}
