import type { CountryCode } from './countries.ts'

/** Names of the countries in the six languages, as the texts `countries` have them: words that find a country's records. */
export const countryNames: Readonly<Record<CountryCode, readonly string[]>> = {
  ic: ['Côte d’Ivoire', 'Ivory Coast', 'Elfenbeinküste', 'Costa d’Avorio', 'Costa de Marfil', 'Кот-д’Ивуар'],
  sn: ['Sénégal', 'Senegal', 'Сенегал'],
  bf: ['Burkina Faso', 'Буркина-Фасо'],
  tn: ['Tunisie', 'Tunisia', 'Tunesien', 'Túnez', 'Тунис'],
  fr: ['France', 'Frankreich', 'Francia', 'Франция'],
  lib: ['Libye', 'Libya', 'Libyen', 'Libia', 'Ливия'],
}
