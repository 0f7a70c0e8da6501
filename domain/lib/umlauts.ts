/** The text, and its spelling without umlauts (`über`, `ueber`). */
export const umlautSpellings = (text: string): string[] => {
  const open = text.replace(/[äöüÄÖÜ]/g, (letter) => `${vowels[letter]}e`)
  return open === text ? [text] : [text, open]
}

const vowels: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u', Ä: 'A', Ö: 'O', Ü: 'U' }
