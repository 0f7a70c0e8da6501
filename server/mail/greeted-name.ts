const longest = 60

/** Invisible characters and every kind of line break. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\s]+/gu

/** What a mail program would make a link of: an address, or two words with a dot between. */
const link = /[/@:\\]|[\p{L}\p{N}]\.[\p{L}\p{N}]/u

/**
 * A name as a mail may repeat it, on one line and not too long. Null for one that is none: whoever signs somebody else
 * up writes it, and must not put an advertisement into a mail of ours.
 */
export const greetedName = (name: string): string | null => {
  const letters = [...name.replace(unseen, ' ').trim()]
  const short = letters.length > longest ? `${letters.slice(0, longest).join('').trim()}…` : letters.join('')
  return short === '' || link.test(short) ? null : short
}
