import { type CountryCode, countries } from '../../domain/countries.ts'

/** What is sold for cash on delivery: the French name, the English one, and the price in thousands of XOF. */
export const catalogue: readonly (readonly [french: string, english: string, price: number])[] = [
  ['Montre connectée sport', 'Sports smartwatch', 18],
  ['Montre Élégance bracelet cuir', 'Elegance watch, leather strap', 15],
  ['Écouteurs sans fil Pro', 'Wireless earbuds Pro', 12.5],
  ['Casque Bluetooth pliable', 'Foldable Bluetooth headphones', 14],
  ['Enceinte portable étanche', 'Waterproof portable speaker', 16],
  ['Powerbank 20 000 mAh', 'Power bank 20,000 mAh', 13],
  ['Chargeur rapide 65 W', 'Fast charger 65 W', 9],
  ['Support téléphone voiture', 'Car phone holder', 5],
  ['Caméra de surveillance Wi-Fi', 'Wi-Fi security camera', 22],
  ['Projecteur LED portable', 'Portable LED projector', 45],
  ['Lampe solaire extérieure', 'Outdoor solar lamp', 11],
  ['Ampoule rechargeable (lot de 3)', 'Rechargeable bulbs (set of 3)', 7.5],
  ['Ventilateur rechargeable', 'Rechargeable fan', 25],
  ['Mixeur portable USB', 'Portable USB blender', 12],
  ['Robot pétrin 5 L', 'Stand mixer 5 L', 48],
  ['Hachoir électrique 3 L', 'Electric chopper 3 L', 19],
  ['Friteuse à air chaud 4 L', 'Air fryer 4 L', 42],
  ['Bouilloire en inox', 'Stainless steel kettle', 10],
  ['Set de couteaux de chef', 'Chef’s knife set', 9.5],
  ['Batterie de cuisine 10 pièces', 'Cookware set, 10 pieces', 55],
  ['Balance de cuisine', 'Kitchen scale', 6],
  ['Gaine amincissante', 'Slimming shapewear', 10],
  ['Correcteur de posture', 'Posture corrector', 8],
  ['Masseur cervical', 'Neck massager', 21],
  ['Tensiomètre de poignet', 'Wrist blood pressure monitor', 17],
  ['Tondeuse à barbe 5 en 1', 'Beard trimmer 5 in 1', 13.5],
  ['Épilateur lumière pulsée', 'IPL hair remover', 38],
  ['Brosse lissante chauffante', 'Heated straightening brush', 14.5],
  ['Perruque lace frontal 18 pouces', 'Lace front wig 18 inches', 65],
  ['Crème éclat au karité', 'Shea glow cream', 7],
  ['Sérum anti-taches', 'Dark spot serum', 8.5],
  ['Huile de croissance cheveux', 'Hair growth oil', 7.5],
  ['Savon noir à l’argan', 'Argan black soap', 4],
  ['Parfum Oud Royal 100 ml', 'Oud Royal perfume 100 ml', 16],
  ['Coffret parfum femme', 'Women’s perfume gift set', 20],
  ['Sac à main Cœur de cuir', 'Heart of leather handbag', 24],
  ['Sac à dos antivol', 'Anti-theft backpack', 17.5],
  ['Baskets légères respirantes', 'Light breathable trainers', 19.5],
  ['Sandales orthopédiques', 'Orthopaedic sandals', 12],
  ['Ensemble bazin brodé', 'Embroidered bazin outfit', 35],
  ['Abaya brodée', 'Embroidered abaya', 28],
  ['Boubou homme trois pièces', 'Three-piece men’s boubou', 40],
  ['Poussette compacte', 'Compact stroller', 60],
  ['Moustiquaire pliable bébé', 'Foldable baby mosquito net', 9],
  ['Tapis d’éveil musical', 'Musical play mat', 15.5],
  ['Kit perceuse sans fil', 'Cordless drill kit', 37],
  ['Mini compresseur à air', 'Mini air compressor', 23],
  ['Housse de siège auto', 'Car seat cover', 18.5],
  ['Ruban LED 10 m', 'LED strip 10 m', 8],
  ['Organisateur de valise', 'Packing cubes', 7],
]

/** XOF to one unit of each currency, about, so that a price is of the right size everywhere. */
const rates: Record<string, number> = { XOF: 1, EUR: 1 / 400, TND: 1 / 170, LYD: 1 / 110 }

/** A price as a shop would write it: 12 500 F, 29.90 €, 79.000 DT. */
export const shopPrice = (thousands: number, country: CountryCode): number => {
  const { currency } = countries[country]
  const amount = thousands * 1000 * rates[currency]!
  if (currency === 'XOF') return Math.max(500, Math.round(amount / 500) * 500)
  return currency === 'EUR' ? Math.floor(amount) + 0.9 : Math.max(5, Math.round(amount))
}

export const productName = (at: number, country: CountryCode): string =>
  catalogue[at]![country === 'lib' ? 1 : 0]
