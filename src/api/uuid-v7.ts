/** A name that nobody else gives, in the order of time: 48 bits of it, then chance (RFC 9562). */
export const uuidV7 = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const now = Date.now()
  for (let at = 0; at < 6; at++) bytes[at] = Math.floor(now / 2 ** (8 * (5 - at))) % 256
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
