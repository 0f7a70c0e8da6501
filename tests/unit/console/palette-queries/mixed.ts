import type { Query } from './query.ts'

/** In French: mixed languages, typos, and effects of the current screen. */
export const mixed: readonly Query[] = [
  ['cancel les commandes en attente', 'order.cancel @orders?status:PENDING'],
  ['annuler pending orders older than 30 days', 'order.cancel @orders?status:PENDING created:>30d'],
  ['confirmer 14998, 14992', 'order.confirm #14998 #14992'],
  ['confirm #14992', 'order.confirm #14992'],
  ['orders cocody', 'orders #14980'],
  ['pending yopougon', 'show orders?status:PENDING yopougon'],
  ['mariam', 'users #9003', { on: 'orders', active: 14992 }],
  ['sanogo', 'customer: Mariam Sanogo'],
  ['kouasi yoe', 'orders #14950'],
  ['русский', 'console.language?language=ru'],
  ['tunesien', 'console.country?country=tn'],
  ['180000 - 15%', '= 153000'],
  ['15 prozent von 180000', '= 27000'],
  ['umsatz heute', 'dashboard.period?period=today'],
  ['chiffres d’hier', 'dashboard.period?period=yesterday'],
  ['07 01 02 03 04', 'customer: Lassina Kra'],
  ['statut annulée', 'order.status?status=CANCELLED', { on: 'orders', active: 14992 }],
  ['assign 50210 to drissa', 'shipping.assign?delivery=9010 #50210'],
  ['? ligne suivante', 'list.down'],
  ['14976', 'orders #14976'],
]
